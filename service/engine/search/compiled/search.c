/* The searches of negamax.py, misere.py and blocking.py in C: the same values, node for node.

   The Python modules are the reference and explain why each cut is sound; comments here explain
   only the differences. Change both together; tests compare values and node counts.

   Positions are stored as marks on lines and changed in place: each move is made and taken back.
   This is standard C11 and independent of Python; interface.py loads it through ctypes. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CELLS = 81,
    MAX_IN_A_ROW = 9,
    MAX_LINES = 224,        /* 9x9, three in a row */
    MAX_LINES_OF_CELL = 36, /* four directions, nine lines each */
    MAX_SYMMETRIES = 8,
    SYMMETRIC_PLIES = 5,
    FEW_CELLS = 9,
    THREAT = 1 << 16,
    INFINITE = 1000,
    COMPARED = 8,
    OFFSET = 100 /* of a bound in the table: values are -82 to 82 */
};

/* Sets of cells */

typedef struct {
    uint64_t low, high;
} cells;

static const cells NO_CELLS = {0, 0};

static int first_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    while (!(word >> bit & 1))
        bit++;
    return bit;
#endif
}

static int bits_in(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    int count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
#endif
}

static cells only(int cell)
{
    cells set = NO_CELLS;
    if (cell < 64)
        set.low = (uint64_t)1 << cell;
    else
        set.high = (uint64_t)1 << (cell - 64);
    return set;
}

static cells both(cells a, cells b) { return (cells){a.low & b.low, a.high & b.high}; }
static cells either(cells a, cells b) { return (cells){a.low | b.low, a.high | b.high}; }
static cells without(cells a, cells b) { return (cells){a.low & ~b.low, a.high & ~b.high}; }
static int is_empty(cells a) { return !(a.low | a.high); }
static int equal(cells a, cells b) { return a.low == b.low && a.high == b.high; }
static int count_of(cells a) { return bits_in(a.low) + bits_in(a.high); }

static int contains(cells a, int cell)
{
    return (int)((cell < 64 ? a.low >> cell : a.high >> (cell - 64)) & 1);
}

static int less(cells a, cells b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

/* Remove the first cell of a set that is not empty. */
static int take_first(cells *set)
{
    int cell;
    if (set->low) {
        cell = first_bit(set->low);
        set->low &= set->low - 1;
    } else {
        cell = 64 + first_bit(set->high);
        set->high &= set->high - 1;
    }
    return cell;
}

/* The search */

/* Shared with Python. `pause` is called when `nodes` reaches `pause_at`; it may change `pause_at`,
   and a return value other than 0 ends the search. */
typedef struct {
    int64_t nodes, pause_at;
    int (*pause)(void);
    int stopped;
} budget;

/* A key, `own | other << size` in Python, and its bounds. `rest` contains the 17 cells of each side
   that do not fit in the other words, above them a bit that marks the entry as used, and at bits 40
   and 48 the bounds, plus OFFSET. */
typedef struct {
    uint64_t own, other, rest;
} entry;

typedef struct {
    budget *budget;
    int size, in_a_row, line_count, symmetry_count;
    uint8_t lines_of[MAX_CELLS][MAX_LINES_OF_CELL], line_counts[MAX_CELLS];
    cells lines[MAX_LINES], board;
    uint8_t symmetries[MAX_SYMMETRIES][MAX_CELLS];
    uint32_t slots, residues[2 * MAX_CELLS]; /* 2 ** bit % slots */
    entry *table;

    /* The position, by side. `open` counts the lines open to a side by its marks on them. */
    cells marks[2];
    int left, potential[2], open[2][MAX_IN_A_ROW + 1];
    uint8_t on_line[2][MAX_LINES];
    uint32_t own_residue[2], other_residue[2]; /* of `marks`, and of `marks << size` */

    /* For proofs by blocking: weights by the number of cells in a set; zeros between two uses. */
    int set_weights[MAX_IN_A_ROW + 1], urgencies[MAX_IN_A_ROW + 1], shared[MAX_CELLS][MAX_CELLS];
} search;

/* Count a node; return whether the search must end. */
static int enter(search *s)
{
    if (s->budget->nodes == s->budget->pause_at && s->budget->pause())
        s->budget->stopped = 1;
    else
        s->budget->nodes++;
    return s->budget->stopped;
}

static uint32_t sum(const search *s, uint32_t a, uint32_t b)
{
    return a + b < s->slots ? a + b : a + b - s->slots;
}

static uint32_t difference(const search *s, uint32_t a, uint32_t b)
{
    return a >= b ? a - b : a + s->slots - b;
}

static void play(search *s, int side, int cell)
{
    uint8_t *own = s->on_line[side], *other = s->on_line[1 - side];
    for (int i = 0; i < s->line_counts[cell]; i++) {
        int line = s->lines_of[cell][i], marks = own[line]++;
        if (!other[line]) {
            s->potential[side] += 1 << marks;
            s->open[side][marks]--;
            s->open[side][marks + 1]++;
        }
        if (!marks) {
            s->potential[1 - side] -= 1 << other[line];
            s->open[1 - side][other[line]]--;
        }
    }
    s->marks[side] = either(s->marks[side], only(cell));
    s->left--;
    s->own_residue[side] = sum(s, s->own_residue[side], s->residues[cell]);
    s->other_residue[side] = sum(s, s->other_residue[side], s->residues[s->size + cell]);
}

static void take_back(search *s, int side, int cell)
{
    uint8_t *own = s->on_line[side], *other = s->on_line[1 - side];
    for (int i = 0; i < s->line_counts[cell]; i++) {
        int line = s->lines_of[cell][i], marks = --own[line];
        if (!other[line]) {
            s->potential[side] -= 1 << marks;
            s->open[side][marks]++;
            s->open[side][marks + 1]--;
        }
        if (!marks) {
            s->potential[1 - side] += 1 << other[line];
            s->open[1 - side][other[line]]++;
        }
    }
    s->marks[side] = without(s->marks[side], only(cell));
    s->left++;
    s->own_residue[side] = difference(s, s->own_residue[side], s->residues[cell]);
    s->other_residue[side] = difference(s, s->other_residue[side], s->residues[s->size + cell]);
}

static cells empty_cells(const search *s)
{
    return without(s->board, either(s->marks[0], s->marks[1]));
}

/* The table */

static cells image_of(const uint8_t *symmetry, cells set)
{
    cells image = NO_CELLS;
    while (!is_empty(set))
        image = either(image, only(symmetry[take_first(&set)]));
    return image;
}

/* Turn a key into the least of its images, and return its slot. */
static uint32_t canonical(const search *s, cells *own, cells *other)
{
    cells least_own = *own, least_other = *other;
    for (int i = 0; i < s->symmetry_count; i++) {
        cells other_image = image_of(s->symmetries[i], *other);
        if (less(least_other, other_image))
            continue;
        cells own_image = image_of(s->symmetries[i], *own);
        if (less(other_image, least_other) || less(own_image, least_own)) {
            least_own = own_image;
            least_other = other_image;
        }
    }
    *own = least_own;
    *other = least_other;
    uint64_t total = 0;
    while (!is_empty(least_own))
        total += s->residues[take_first(&least_own)];
    while (!is_empty(least_other))
        total += s->residues[s->size + take_first(&least_other)];
    return (uint32_t)(total % s->slots);
}

static uint64_t rest_of(cells own, cells other)
{
    return own.high | other.high << 17 | (uint64_t)1 << 34;
}

/* Find the bounds stored in a slot; return whether they belong to this key. */
static int look_up(const search *s, uint32_t slot, cells own, cells other, int *lower, int *upper)
{
    const entry *e = &s->table[slot];
    uint64_t rest = e->rest & (((uint64_t)1 << 40) - 1);
    if (e->own != own.low || e->other != other.low || rest != rest_of(own, other))
        return 0;
    *lower = (int)(e->rest >> 40 & 255) - OFFSET;
    *upper = (int)(e->rest >> 48 & 255) - OFFSET;
    return 1;
}

static void store(search *s, uint32_t slot, cells own, cells other, int lower, int upper)
{
    uint64_t bounds = (uint64_t)(lower + OFFSET) | (uint64_t)(upper + OFFSET) << 8;
    s->table[slot] = (entry){own.low, other.low, rest_of(own, other) | bounds << 40};
}

/* Insert the cells of `moves` into `order` by weight, ties in cell order; return their number. */
static int sort_moves(cells moves, const int *weights, int ascending, uint8_t *order)
{
    int count = 0;
    while (!is_empty(moves)) {
        int cell = take_first(&moves), weight = weights[cell], at = count++;
        for (; at > 0; at--) {
            int before = weights[order[at - 1]];
            if (ascending ? before <= weight : before >= weight)
                break;
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)cell;
    }
    return count;
}

/* negamax.py */

/* The distinct cells with which a cell forms pairs, three meaning three or more. */
typedef struct {
    int count;
    uint8_t cells[3];
} partners;

static void add_partner(partners *p, int cell)
{
    for (int i = 0; i < p->count; i++)
        if (p->cells[i] == cell)
            return;
    if (p->count < 3)
        p->cells[p->count++] = (uint8_t)cell;
}

/* Find the pairs of a side: the cells in any, the forks, and the partners of each of the cells. */
static cells find_pairs(const search *s, int side, cells *forks, partners *of)
{
    cells empty = empty_cells(s), once = NO_CELLS;
    int pair = s->in_a_row - 2, seen = 0;
    *forks = NO_CELLS;
    for (int line = 0; seen < s->open[side][pair]; line++) {
        if (s->on_line[side][line] != pair || s->on_line[1 - side][line])
            continue;
        seen++;
        cells lacking = both(s->lines[line], empty);
        int a = take_first(&lacking), b = take_first(&lacking);
        const int pairs[2][2] = {{a, b}, {b, a}};
        for (int i = 0; i < 2; i++) {
            int cell = pairs[i][0];
            if (!contains(once, cell))
                of[cell].count = 0;
            once = either(once, only(cell));
            add_partner(&of[cell], pairs[i][1]);
            if (of[cell].count > 1)
                *forks = either(*forks, only(cell));
        }
    }
    return once;
}

/* `breaking` of forks.py. */
static cells breaking(cells forks, const partners *of, cells empty)
{
    while (!is_empty(forks)) {
        int fork = take_first(&forks);
        cells answers = only(fork);
        if (of[fork].count == 2)
            answers = either(answers, either(only(of[fork].cells[0]), only(of[fork].cells[1])));
        empty = both(empty, answers);
    }
    return empty;
}

/* `weights_of_moves` of tally.py, for these moves. */
static void weigh_moves(const search *s, cells moves, cells threatening, int *weights)
{
    while (!is_empty(moves)) {
        int cell = take_first(&moves), weight = contains(threatening, cell) ? THREAT : 0;
        for (int i = 0; i < s->line_counts[cell]; i++) {
            int line = s->lines_of[cell][i], a = s->on_line[0][line], b = s->on_line[1][line];
            if (!a || !b)
                weight += a || b ? 1 << (a + b) : 2;
        }
        weights[cell] = weight;
    }
}

/* The only answer to the other side's threats; -1 if there are two. */
static int answer_to(const search *s, int side)
{
    int threat = s->in_a_row - 1, answer = -1, seen = 0, threats = s->open[1 - side][threat];
    cells empty = empty_cells(s);
    for (int line = 0; seen < threats; line++) {
        if (s->on_line[1 - side][line] != threat || s->on_line[side][line])
            continue;
        seen++;
        cells lacking = both(s->lines[line], empty);
        int cell = take_first(&lacking);
        if (answer >= 0 && cell != answer)
            return -1;
        answer = cell;
    }
    return answer;
}

static int negamax(search *s, int side, int alpha, int beta, int ply);

/* The part of negamax after the answers to threats. */
static int negamax_quiet(search *s, int side, int alpha, int beta, int ply)
{
    int other = 1 - side, left = s->left, full_line = 1 << s->in_a_row, highest = 0, lowest = 0;
    int pair = s->in_a_row - 2;
    if (left > 2 && 2 * s->potential[side] >= full_line)
        highest = left - 2;
    if (left > 3 && s->potential[other] >= full_line)
        lowest = 3 - left;
    if (highest == lowest)
        return 0;
    partners of[MAX_CELLS];
    cells forks, threatening = NO_CELLS;
    if (s->open[side][pair]) {
        threatening = find_pairs(s, side, &forks, of);
        if (!is_empty(forks))
            return highest;
    }

    cells own_key = s->marks[side], other_key = s->marks[other];
    int symmetric = ply < SYMMETRIC_PLIES && left > FEW_CELLS;
    uint32_t slot = symmetric ? canonical(s, &own_key, &other_key)
                              : sum(s, s->own_residue[side], s->other_residue[other]);
    int lower, upper;
    if (look_up(s, slot, own_key, other_key, &lower, &upper)) {
        lowest = lower > lowest ? lower : lowest;
        highest = upper < highest ? upper : highest;
    }
    if (highest <= alpha || highest == lowest)
        return highest;
    if (lowest >= beta)
        return lowest;
    if (alpha < lowest)
        alpha = lowest;
    if (beta > highest)
        beta = highest;

    cells empty = empty_cells(s), moves = empty;
    int best = -INFINITE, floor = alpha;
    if (lowest < 0 && s->open[other][pair]) {
        find_pairs(s, other, &forks, of);
        if (!is_empty(forks)) {
            moves = either(both(empty, threatening), breaking(forks, of, empty));
            if (!equal(moves, empty))
                best = 3 - left;
        }
    }
    uint8_t order[MAX_CELLS];
    int weights[MAX_CELLS];
    weigh_moves(s, moves, threatening, weights);
    int count = sort_moves(moves, weights, 0, order);
    for (int i = 0; i < count; i++) {
        play(s, side, order[i]);
        int value = -negamax(s, other, -beta, -alpha, ply + 1);
        take_back(s, side, order[i]);
        if (s->budget->stopped)
            return 0;
        if (value > best) {
            best = value;
            if (best >= beta)
                break;
            if (best > alpha)
                alpha = best;
        }
    }
    store(s, slot, own_key, other_key, best > floor ? best : lowest, best < beta ? best : highest);
    return best;
}

static int negamax(search *s, int side, int alpha, int beta, int ply)
{
    if (enter(s))
        return 0;
    int threat = s->in_a_row - 1, played = 0, value;
    uint8_t answers[MAX_CELLS];
    for (;;) {
        if (s->open[side][threat]) {
            value = s->left;
            break;
        }
        if (!s->open[1 - side][threat]) {
            value = negamax_quiet(s, side, alpha, beta, ply);
            break;
        }
        int answer = answer_to(s, side);
        if (answer < 0) {
            value = 1 - s->left;
            break;
        }
        play(s, side, answer);
        answers[played++] = (uint8_t)answer;
        side = 1 - side;
        int turned = -alpha;
        alpha = -beta;
        beta = turned;
        ply++;
    }
    while (played) {
        side = 1 - side;
        take_back(s, side, answers[--played]);
        value = -value;
    }
    return value;
}

/* misere.py */

/* Whether a side can still complete a line with this many more marks. */
static int can_complete(const search *s, int side, int moves)
{
    int fewest = s->in_a_row > moves ? s->in_a_row - moves : 0;
    for (int marks = fewest; marks <= s->in_a_row; marks++)
        if (s->open[side][marks])
            return 1;
    return 0;
}

static int misere(search *s, int side, int alpha, int beta)
{
    if (enter(s))
        return 0;
    int other = 1 - side, left = s->left, threat = s->in_a_row - 1, seen = 0;
    cells empty = empty_cells(s), moves = empty;
    for (int line = 0; seen < s->open[side][threat]; line++)
        if (s->on_line[side][line] == threat && !s->on_line[other][line]) {
            seen++;
            moves = without(moves, s->lines[line]);
        }
    if (is_empty(moves))
        return -left;

    int lowest = can_complete(s, side, (left + 1) / 2) ? 2 - left : 0;
    int highest = can_complete(s, other, left / 2) ? left - 1 : 0;
    if (lowest == highest)
        return 0;
    int first = left % 2 ? other : side;
    cells first_key = s->marks[first], second_key = s->marks[1 - first];
    uint32_t slot = canonical(s, &first_key, &second_key);
    int lower, upper;
    if (look_up(s, slot, first_key, second_key, &lower, &upper)) {
        lowest = lower > lowest ? lower : lowest;
        highest = upper < highest ? upper : highest;
    }
    if (highest <= alpha || highest == lowest)
        return highest;
    if (lowest >= beta)
        return lowest;
    if (alpha < lowest)
        alpha = lowest;
    if (beta > highest)
        beta = highest;

    int best = equal(moves, empty) ? -INFINITE : -left, floor = alpha, weights[MAX_CELLS];
    uint8_t order[MAX_CELLS];
    for (cells rest = moves; !is_empty(rest);) {
        int cell = take_first(&rest);
        weights[cell] = 0;
        for (int i = 0; i < s->line_counts[cell]; i++) {
            int line = s->lines_of[cell][i];
            if (!s->on_line[other][line])
                weights[cell] += 1 << s->on_line[side][line];
        }
    }
    int count = sort_moves(moves, weights, 1, order);
    for (int i = 0; i < count; i++) {
        play(s, side, order[i]);
        int value = -misere(s, other, -beta, -alpha);
        take_back(s, side, order[i]);
        if (s->budget->stopped)
            return 0;
        if (value > best) {
            best = value;
            if (best >= beta)
                break;
            if (best > alpha)
                alpha = best;
        }
    }
    store(s, slot, first_key, second_key, best > floor ? best : lowest,
          best < beta ? best : highest);
    return best;
}

/* blocking.py */

typedef struct {
    cells lack;
    int count;
} set;

static int is_subset(cells a, cells b) { return is_empty(without(a, b)); }

/* `_minimal` of blocking.py. */
static int minimal(const set *sets, int count, set *kept)
{
    int found = 0;
    for (int size = 0; size <= MAX_IN_A_ROW; size++)
        for (int i = 0; i < count; i++) {
            int dropped = sets[i].count != size;
            for (int j = 0; j < found && !dropped; j++)
                dropped = is_subset(kept[j].lack, sets[i].lack);
            if (!dropped)
                kept[found++] = sets[i];
        }
    return found;
}

/* `_attacked` of blocking.py. */
static int attack(const set *sets, int count, int cell, set *after)
{
    int changed = 0;
    for (int i = 0; i < count; i++)
        if (contains(sets[i].lack, cell)) {
            after[changed].lack = without(sets[i].lack, only(cell));
            after[changed++].count = sets[i].count - 1;
        }
    int kept = changed;
    for (int i = 0; i < count; i++) {
        int dropped = contains(sets[i].lack, cell);
        for (int j = 0; j < changed && !dropped; j++)
            dropped = is_subset(after[j].lack, sets[i].lack);
        if (!dropped)
            after[kept++] = sets[i];
    }
    return kept;
}

/* `_unpaired` of blocking.py, in place. */
static int unpair(set *sets, int count)
{
    for (;;) {
        cells once = NO_CELLS, twice = NO_CELLS;
        for (int i = 0; i < count; i++) {
            twice = either(twice, both(once, sets[i].lack));
            once = either(once, sets[i].lack);
        }
        cells private = without(once, twice);
        int kept = 0;
        for (int i = 0; i < count; i++)
            if (count_of(both(sets[i].lack, private)) < 2)
                sets[kept++] = sets[i];
        if (kept == count)
            return kept;
        count = kept;
    }
}

/* The sets after a reply in this cell. */
static int block(const set *sets, int count, int cell, set *after)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!contains(sets[i].lack, cell))
            after[kept++] = sets[i];
    return unpair(after, kept);
}

/* `_required` of blocking.py; all cells of the board if lemma 5 leaves all. */
static cells required_cells(const search *s, const set *sets, int count)
{
    cells required = s->board;
    for (int i = 0; i < count; i++) {
        if (sets[i].count < 2)
            required = both(required, sets[i].lack);
        for (int j = 0; j < i && sets[i].count == 2; j++)
            if (sets[j].count == 2 && !is_empty(both(sets[j].lack, sets[i].lack)))
                required = both(required, either(sets[j].lack, sets[i].lack));
    }
    return required;
}

/* For each cell, the weight of the sets that contain it; return the weight of all sets. */
static int weigh(const search *s, const set *sets, int count, const int *weights, int *of_cells)
{
    int total = 0;
    memset(of_cells, 0, (size_t)s->size * sizeof *of_cells);
    for (int i = 0; i < count; i++) {
        int weight = weights[sets[i].count];
        total += weight;
        for (cells lack = sets[i].lack; !is_empty(lack);)
            of_cells[take_first(&lack)] += weight;
    }
    return total;
}

static cells cells_of_sets(const set *sets, int count)
{
    cells all = NO_CELLS;
    for (int i = 0; i < count; i++)
        all = either(all, sets[i].lack);
    return all;
}

/* `_best_pair` of blocking.py. */
static cells best_pair(search *s, const set *sets, int count, const int *of_cells)
{
    cells best = NO_CELLS;
    int most = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            uint8_t lacking[MAX_IN_A_ROW];
            int found = 0;
            for (cells lack = sets[i].lack; !is_empty(lack);)
                lacking[found++] = (uint8_t)take_first(&lack);
            for (int j = 0; j < found; j++)
                for (int k = j + 1; k < found; k++) {
                    int a = lacking[j], b = lacking[k];
                    if (pass == 0) {
                        s->shared[a][b] += s->set_weights[found];
                    } else if (s->shared[a][b]) {
                        int gain = 3 * s->shared[a][b] - of_cells[a] - of_cells[b];
                        s->shared[a][b] = 0; /* seen, and ready for the next call */
                        if (gain > most) {
                            most = gain;
                            best = either(only(a), only(b));
                        }
                    }
                }
        }
    return best;
}

/* `_left` of blocking.py, or 0 if the search must end. */
static int weight_left(search *s, const set *sets, int count)
{
    if (enter(s))
        return 0;
    set rest[MAX_LINES];
    int of_cells[MAX_CELLS];
    memcpy(rest, sets, (size_t)count * sizeof *sets);
    for (;;) {
        int total = weigh(s, rest, count, s->set_weights, of_cells), highest = 0, kept = 0;
        for (int cell = 0; cell < s->size; cell++)
            highest = of_cells[cell] > highest ? of_cells[cell] : highest;
        if (total + highest < s->set_weights[0])
            return 0;
        cells pair = best_pair(s, rest, count, of_cells);
        if (is_empty(pair))
            return total;
        for (int i = 0; i < count; i++)
            if (!is_subset(pair, rest[i].lack)) {
                rest[kept].lack = without(rest[i].lack, pair);
                rest[kept].count = count_of(rest[kept].lack);
                kept++;
            }
        count = kept;
    }
}

/* Lemma 4: whether some cell of `kept` is in every set that contains this one. */
static int is_dominated(const set *sets, int count, int cell, const uint8_t *kept, int kept_count)
{
    cells common = NO_CELLS;
    int found = 0;
    for (int i = 0; i < count; i++)
        if (contains(sets[i].lack, cell)) {
            common = found ? both(common, sets[i].lack) : sets[i].lack;
            found = 1;
        }
    for (int i = 0; i < kept_count; i++)
        if (contains(common, kept[i]))
            return 1;
    return 0;
}

static int answers(search *s, set *sets, int count, cells maker);

static int holds(search *s, const set *sets, int count, cells maker)
{
    if (!equal(required_cells(s, sets, count), s->board))
        return 0;
    cells own_key = maker, other_key = cells_of_sets(sets, count), moves = other_key;
    uint32_t slot = canonical(s, &own_key, &other_key);
    int known, same;
    if (look_up(s, slot, own_key, other_key, &known, &same))
        return known;

    set after[MAX_LINES];
    uint8_t order[MAX_CELLS], attacks[MAX_CELLS];
    int of_cells[MAX_CELLS], tried = 0, held = 1;
    int total = weigh(s, sets, count, s->set_weights, of_cells);
    int move_count = sort_moves(moves, of_cells, 0, order);
    for (int i = 0; i < move_count && held; i++) {
        int cell = order[i];
        if (total + of_cells[cell] < s->set_weights[0])
            break;
        if (is_dominated(sets, count, cell, attacks, tried))
            continue;
        attacks[tried++] = (uint8_t)cell;
        held = answers(s, after, attack(sets, count, cell, after), either(maker, only(cell)));
        if (s->budget->stopped)
            return 0;
    }
    store(s, slot, own_key, other_key, held, held);
    return held;
}

static int answers(search *s, set *sets, int count, cells maker)
{
    int of_cells[MAX_CELLS], left[COMPARED];
    count = unpair(sets, count);
    if (weigh(s, sets, count, s->set_weights, of_cells) < s->set_weights[0])
        return 1;
    weigh(s, sets, count, s->urgencies, of_cells);
    set after[MAX_LINES];
    uint8_t order[MAX_CELLS];
    cells replies = both(cells_of_sets(sets, count), required_cells(s, sets, count));
    int reply_count = sort_moves(replies, of_cells, 0, order);
    for (int first = 0; first < reply_count; first += COMPARED) {
        uint8_t *compared = order + first;
        int end = reply_count - first < COMPARED ? reply_count - first : COMPARED;
        for (int i = 0; i < end; i++) {
            int at = i, cell = compared[i];
            int weight = weight_left(s, after, block(sets, count, cell, after));
            if (s->budget->stopped)
                return 0;
            if (!weight)
                return 1;
            for (; at > 0 && left[at - 1] > weight; at--) {
                compared[at] = compared[at - 1];
                left[at] = left[at - 1];
            }
            compared[at] = (uint8_t)cell;
            left[at] = weight;
        }
        for (int i = 0; i < end; i++) {
            int held = holds(s, after, block(sets, count, compared[i], after), maker);
            if (s->budget->stopped)
                return 0;
            if (held)
                return 1;
        }
    }
    return 0;
}

/* The interface for interface.py */

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

/* The size of a table. */
EXPORT size_t noughts_table_bytes(uint32_t slots);
size_t noughts_table_bytes(uint32_t slots) { return slots * sizeof(entry); }

EXPORT void noughts_free(search *s);
void noughts_free(search *s) { free(s); }

/* A search, or NULL if out of memory. `line_cells` has `in_a_row` cells per line, `symmetries` has
   `size` cells per symmetry, and `table` is all zeros. */
EXPORT search *noughts_new(budget *b, int size, int in_a_row, int line_count,
                           const uint8_t *line_cells, int symmetry_count,
                           const uint8_t *symmetries, void *table, uint32_t slots);
search *noughts_new(budget *b, int size, int in_a_row, int line_count, const uint8_t *line_cells,
                    int symmetry_count, const uint8_t *symmetries, void *table, uint32_t slots)
{
    search *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->table = table;
    s->budget = b;
    s->size = size;
    s->in_a_row = in_a_row;
    s->line_count = line_count;
    s->symmetry_count = symmetry_count;
    s->slots = slots;
    for (int line = 0; line < line_count; line++)
        for (int i = 0; i < in_a_row; i++) {
            int cell = line_cells[line * in_a_row + i];
            s->lines[line] = either(s->lines[line], only(cell));
            s->lines_of[cell][s->line_counts[cell]++] = (uint8_t)line;
        }
    for (int cell = 0; cell < size; cell++)
        s->board = either(s->board, only(cell));
    for (int i = 0; i < symmetry_count; i++)
        memcpy(s->symmetries[i], symmetries + i * size, (size_t)size);
    for (int cells_in_set = 0; cells_in_set <= in_a_row; cells_in_set++) {
        s->set_weights[cells_in_set] = 1 << (in_a_row - cells_in_set);
        s->urgencies[cells_in_set] = 1;
        for (int i = 0; i < in_a_row; i++)
            s->urgencies[cells_in_set] *= i < cells_in_set ? 2 : 3;
    }
    uint64_t residue = 1;
    for (int bit = 0; bit < 2 * size; bit++, residue = 2 * residue % slots)
        s->residues[bit] = (uint32_t)(residue % slots);
    return s;
}

/* Set up the position: for each cell 0, 1 for the side to move, or 2 for the other. */
static void set_up(search *s, const uint8_t *board)
{
    memset(s->on_line, 0, sizeof s->on_line);
    memset(s->open, 0, sizeof s->open);
    for (int side = 0; side < 2; side++) {
        s->marks[side] = NO_CELLS;
        s->own_residue[side] = s->other_residue[side] = 0;
        s->potential[side] = s->open[side][0] = s->line_count;
    }
    s->left = s->size;
    for (int cell = 0; cell < s->size; cell++)
        if (board[cell])
            play(s, board[cell] - 1, cell);
    s->budget->stopped = 0;
}

/* The values of both games, for the side to move. */
EXPORT int noughts_normal(search *s, const uint8_t *board, int alpha, int beta);
int noughts_normal(search *s, const uint8_t *board, int alpha, int beta)
{
    set_up(s, board);
    return negamax(s, 0, alpha, beta, 1);
}

EXPORT int noughts_misere(search *s, const uint8_t *board, int alpha, int beta);
int noughts_misere(search *s, const uint8_t *board, int alpha, int beta)
{
    set_up(s, board);
    return misere(s, 0, alpha, beta);
}

/* Whether the breaker, whose marks are 2, holds against the maker. */
EXPORT int noughts_holds(search *s, const uint8_t *board, int maker_to_move);
int noughts_holds(search *s, const uint8_t *board, int maker_to_move)
{
    set_up(s, board);
    set sets[MAX_LINES];
    int count = 0;
    for (int line = 0; line < s->line_count; line++)
        if (!s->on_line[1][line]) {
            sets[count].lack = without(s->lines[line], s->marks[0]);
            sets[count++].count = s->in_a_row - s->on_line[0][line];
        }
    set reduced[MAX_LINES];
    count = minimal(sets, count, reduced);
    if (!maker_to_move)
        return answers(s, reduced, count, s->marks[0]);
    count = unpair(reduced, count);
    int left = weight_left(s, reduced, count);
    return !s->budget->stopped && (!left || holds(s, reduced, count, s->marks[0]));
}

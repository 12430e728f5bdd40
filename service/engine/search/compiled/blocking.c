/* Proofs that a side cannot win, because its opponent can block all of its lines.

   Call the side the *maker* and its opponent the *breaker*. In the blocking game, only the maker
   wants a line, and the breaker wins by occupying a cell of each line. If the breaker can do that,
   the maker cannot win the real game either: the breaker plays the same moves there, and if it
   happens to complete its own line, the game ends earlier, without a win for the maker. Nothing
   follows if the maker wins the blocking game, because the real breaker has threats that may leave
   it no time. In misere, nothing follows at all.

   Only the lines without a breaker's mark count; each *lacks* a set of empty cells. A maker's mark
   removes its cell from these sets, a breaker's mark removes the sets with its cell, and the maker
   has won when a set is empty. So a position is a list of sets. It lies in the scratch memory of the
   search, and those after it follow it there. No position has more sets than the one before it; at
   most 41 moves of the maker and 11 commitments, which leave three fifths of the sets, are on the way
   to one, and each of them takes two lists. Each lemma stands above the
   function that uses it; a node is a position with the maker to move.

   A. W. Hales and R. I. Jewett, Regularity and positional games, Transactions of the AMS 106
   (1963); J. Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008); W.-Y. Hsu, C.-L. Ko, J.-C. Chen,
   T.-H. Wei, C.-H. Hsueh and I-C. Wu, On solving the 7,7,5-game and the 8,8,5-game, Theoretical
   Computer Science 815 (2020). */

#include "search.h"

#include <assert.h>
#include <string.h>

enum {
    COMPARED = 5,    /* replies that are compared before one of them is searched */
    MAX_PAIRS = 1056 /* at least the pairs of cells on a line, on every board */
};

/* A set of cells that a line lacks, and its number of cells. */
typedef struct {
    cells lack;
    int count;
} set;

static_assert(2 * (1 + 41 + 11) * MAX_LINES * sizeof(set) <= SCRATCH_BYTES, "too little memory");

/* Lemma 1, supersets. *A set that contains another one can be dropped*: whoever blocks the smaller
   set has also blocked the larger. This keeps the sets that contain no other, smallest first. */
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

/* The sets that lemma 1 leaves after a move of the maker. Only a set that loses a cell can become a
   subset of another. */
static int attack(const set *sets, int count, int cell, set *after)
{
    int changed = 0;
    for (int i = 0; i < count; i++)
        if (contains(sets[i].lack, cell)) {
            after[changed] = sets[i];
            after[changed].lack = without(sets[i].lack, only(cell));
            after[changed++].count--;
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

/* Lemma 2, pairing. *Take two cells. Drop the sets with both, and remove the two cells from the
   other sets. If the breaker wins what is left, with the same side to move, it wins.* It follows
   its strategy there, and whenever the maker plays one of the two cells, it plays the other. This
   blocks the sets that were dropped, and what is left grants the maker both cells anyway. (Hales
   and Jewett paired the cells of all lines at once in this way.) If the two cells are in no other
   set, the converse is also true, because dropping a set never helps the maker.

   This drops, in place, the sets with two cells that are in no other set; then what is left has the
   same winner. */
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
            if (has_at_most_one(both(sets[i].lack, private)))
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

/* Lemma 5, endings. On its turn, the maker wins if a set has one cell, or if two sets of two cells
   share one: it plays that cell, and then lacks one cell in each. *So on its own turn, the breaker
   must play the only cell of each set that has just one, and one of the three cells of any two such
   sets.* Otherwise they are still there on the maker's turn.

   These are the cells left to the breaker, or the whole board. On the maker's turn, it has won
   unless they are the whole board. */
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

typedef struct {
    uint8_t first, second;
} cell_pair;

/* Two sides of lemma 2: the pairs of cells that share a set, the weight of all sets, of those with
   a cell, and, in `shared` of the search, of those with a pair. */
typedef struct {
    cell_pair pairs[MAX_PAIRS];
    int pair_count, total, of_cells[MAX_CELLS];
} weights;

/* Add the weight of a set, or if `sign` is -1, subtract it. */
static void add_set(search *s, weights *w, const set *each, int sign)
{
    uint8_t lacking[MAX_IN_A_ROW];
    int weight = sign * s->set_weights[each->count], found = 0;
    w->total += weight;
    for (cells lack = each->lack; !is_empty(lack);) {
        int cell = take_first(&lack);
        w->of_cells[cell] += weight;
        for (int i = 0; i < found; i++) {
            int *shared = &s->shared[lacking[i]][cell];
            if (!*shared)
                w->pairs[w->pair_count++] = (cell_pair){lacking[i], (uint8_t)cell};
            *shared += weight;
        }
        lacking[found++] = (uint8_t)cell;
    }
}

/* The pair of cells for lemma 2 that reduces the total weight the most, the first of equals; no
   cells if every pair increases it. The sets with both cells are dropped, and the weight of those
   with one of them doubles. */
static cells best_pair(const search *s, weights *w)
{
    const cell_pair *best = NULL;
    int most = -1, kept = 0;
    for (int i = 0; i < w->pair_count; i++) {
        cell_pair each = w->pairs[i];
        int shared = s->shared[each.first][each.second];
        if (!shared)
            continue;
        int gain = 3 * shared - w->of_cells[each.first] - w->of_cells[each.second];
        if (gain > most) {
            most = gain;
            best = &w->pairs[kept];
        }
        w->pairs[kept++] = each;
    }
    w->pair_count = kept;
    return best ? either(only(best->first), only(best->second)) : NO_CELLS;
}

/* Lemma 3, weights. *The breaker wins if the sum of 2 ** -|set| is below 1 and it is its turn.*
   This is lemma 2 of negamax.c, with every weight divided by 2 ** in_a_row; here they are
   multiplied by it, so that a full line weighs `set_weights[0]`. So the maker need not try a move
   that leaves the sum below 1, and has lost if all of its moves do.

   Choose pairs for lemma 2 one by one, each to reduce the sum the most. Leave the sets without
   these pairs in `sets` and `count`. Return 0 if lemma 3 then proves the node. Otherwise return the
   sum that is left: it predicts how long the proof takes. */
static int pair_off(search *s, set *sets, int *count)
{
    weights w;
    w.pair_count = w.total = 0;
    memset(w.of_cells, 0, sizeof w.of_cells);
    for (int i = 0; i < *count; i++)
        add_set(s, &w, &sets[i], 1);
    for (;;) {
        int highest = 0, kept = 0;
        for (int cell = 0; cell < s->size; cell++)
            highest = w.of_cells[cell] > highest ? w.of_cells[cell] : highest;
        int proved = w.total + highest < s->set_weights[0];
        cells pair = proved ? NO_CELLS : best_pair(s, &w);
        if (is_empty(pair)) {
            int total = proved ? 0 : w.total;
            for (int i = 0; i < *count; i++) /* leaves zeros in `shared` */
                add_set(s, &w, &sets[i], -1);
            return total;
        }
        for (int i = 0; i < *count; i++) {
            set each = sets[i];
            if (!is_empty(both(pair, each.lack))) {
                set smaller = {without(each.lack, pair), each.count - 1};
                if (!is_subset(pair, each.lack)) {
                    add_set(s, &w, &smaller, 1);
                    sets[kept++] = smaller;
                }
                add_set(s, &w, &each, -1);
            } else {
                sets[kept++] = each;
            }
        }
        *count = kept;
    }
}

/* Lemma 4, domination. *The maker need not try a cell c if every set with c also contains d.* If c
   wins, so does d. Compare the position after d, with the names of c and d swapped, with the one
   after c: a set with both cells lacks the same cells in both, and a set with only d lacks d after
   the move c, and one cell fewer after the move d. So the maker can follow its winning strategy.

   Whether some cell of `tried` is in every set that contains this one. */
static int is_dominated(const set *sets, int count, int cell, cells tried)
{
    cells common = tried;
    for (int i = 0; i < count; i++)
        if (contains(sets[i].lack, cell))
            common = both(common, sets[i].lack);
    return !is_empty(common);
}

static int breaker_wins(search *s, set *sets, int count, cells maker);

/* Committing to pairs. By lemma 2, the breaker wins if it wins the game that is left without the
   pairs that `pair_off` chooses. Whether it does, if that game is small enough to be worth a try:
   it has less than three fifths of the sets. Otherwise, nothing is proved. */
static int wins_without_pairs(search *s, set *sets, int count)
{
    set *rest = sets + count, *least = rest + count;
    int left = count;
    memcpy(rest, sets, (size_t)count * sizeof *sets);
    if (enter(s))
        return 0;
    if (!pair_off(s, rest, &left))
        return 1;
    left = unpair(least, minimal(rest, left, least));
    if (5 * left >= 3 * count)
        return 0;
    s->commitments++;
    int wins = breaker_wins(s, least, left, NO_CELLS);
    s->commitments--;
    return wins;
}

static int breaker_wins_its_turn(search *s, set *sets, int count, cells maker);

/* Whether the breaker has an answer to every move of the maker. */
static int breaker_answers(search *s, set *sets, int count, cells maker)
{
    set *after = sets + count;
    cells tried = NO_CELLS;
    uint8_t order[MAX_CELLS];
    int of_cells[MAX_CELLS];
    int total = weigh(s, sets, count, s->set_weights, of_cells);
    int move_count = sort_moves(cells_of_sets(sets, count), of_cells, 0, order);
    for (int i = 0; i < move_count; i++) {
        int cell = order[i];
        if (total + of_cells[cell] < s->set_weights[0])
            break;
        if (is_dominated(sets, count, cell, tried))
            continue;
        tried = either(tried, only(cell));
        int left = attack(sets, count, cell, after);
        if (!breaker_wins_its_turn(s, after, left, either(maker, only(cell))))
            return 0;
    }
    return 1;
}

/* Whether the breaker wins a node; 0 if the search must end.

   The key of the table consists of the maker's marks and the cells that the sets lack. It stands
   for the position in which the breaker has all other cells. The lines open there include those of
   `sets`, and were all open before sets were dropped. Dropping these changed no winner: a set that
   contained another one does so still, or contains a set that replaced it, and the cells of a set
   that `unpair` dropped are in no other set, so that they never are among the cells of the key
   again. Committing to pairs drops sets that matter, so what is left has no key. */
static int breaker_wins(search *s, set *sets, int count, cells maker)
{
    if (!equal(required_cells(s, sets, count), s->board))
        return 0;
    cells own_key = maker, other_key = cells_of_sets(sets, count);
    int has_key = !s->commitments, known, same;
    if (has_key)
        canonical(s, &own_key, &other_key);
    if (has_key && look_up(s, own_key, other_key, &known, &same))
        return known;
    int wins = wins_without_pairs(s, sets, count) || breaker_answers(s, sets, count, maker);
    if (has_key && !s->budget->stopped)
        store(s, own_key, other_key, wins, wins);
    return wins;
}

/* The same with the breaker to move. It compares COMPARED replies at a time, the most urgent first,
   by the weight that they leave, and searches the one that leaves the least first. A mark weighs
   3 / 2 here, not 2: proofs then take 23,000 nodes instead of 32,000 on 7x7, five in a row. */
static int breaker_wins_its_turn(search *s, set *sets, int count, cells maker)
{
    int of_cells[MAX_CELLS], predicted[COMPARED];
    count = unpair(sets, count);
    if (weigh(s, sets, count, s->set_weights, of_cells) < s->set_weights[0])
        return 1;
    weigh(s, sets, count, s->urgencies, of_cells);
    set *after = sets + count;
    uint8_t order[MAX_CELLS];
    cells replies = both(cells_of_sets(sets, count), required_cells(s, sets, count));
    int reply_count = sort_moves(replies, of_cells, 0, order);
    for (int first = 0; first < reply_count; first += COMPARED) {
        uint8_t *compared = order + first;
        int end = reply_count - first < COMPARED ? reply_count - first : COMPARED;
        for (int i = 0; i < end; i++) {
            int at = i, cell = compared[i], left = block(sets, count, cell, after);
            if (enter(s))
                return 0;
            int weight = pair_off(s, after, &left);
            if (!weight)
                return 1;
            for (; at > 0 && predicted[at - 1] > weight; at--) {
                compared[at] = compared[at - 1];
                predicted[at] = predicted[at - 1];
            }
            compared[at] = (uint8_t)cell;
            predicted[at] = weight;
        }
        for (int i = 0; i < end; i++) {
            if (breaker_wins(s, after, block(sets, count, compared[i], after), maker))
                return 1;
            if (s->budget->stopped)
                return 0;
        }
    }
    return 0;
}

/* Whether the breaker wins the blocking game. */
EXPORT int noughts_breaker_wins(search *s, cells maker, cells breaker, int maker_to_move)
{
    set_up(s, maker, breaker);
    s->commitments = 0;
    set *sets = scratch_of(s);
    int count = 0;
    for (int line = 0; line < s->line_count; line++)
        if (!s->on_line[1][line])
            sets[count++] =
                (set){without(s->lines[line], s->marks[0]), s->in_a_row - s->on_line[0][line]};
    set *least = sets + count;
    count = unpair(least, minimal(sets, count, least));
    return maker_to_move ? breaker_wins(s, least, count, s->marks[0])
                         : breaker_wins_its_turn(s, least, count, s->marks[0]);
}

/* Estimates of moves about which nothing is proved.

   `noughts_estimate` compares some moves of an unfinished position of the normal game, and gives
   each an estimate from -99 to 99 from the mover's view. It is a principal variation search with
   iterative deepening, and judges where it cannot look further:

   - A side that can complete a line does so, and a single threat is answered, at no depth.
   - At every node, a side may win by consecutive threats, each of which must be answered.
   - If its opponent would win so, were it to move, a side tries only the cells of that win and its
     own threats, and these moves take no depth.
   - With five or more in a row, a side may also win by threats and open threes. An open three
     threatens to make two threats at once. A depth-first proof-number search looks for such a win;
     at the next visit, it goes on where it ended.
   - Otherwise a position is worth the side's open lines less those of its opponent; a line with n
     marks of one side and none of the other is worth WORTHS[n], about 2 * 3.3 ** n. On 9x9 with
     five in a row, 4 ** n wins more often from simple players, but loses level positions to Rapfi
     (Gomocup protocol, 100,000 nodes); with (n + 2) * 2 ** n, it is the other way round.
   - A position that is worth far more or less than what matters is not searched further, unless a
     side wins by threats.
   - Deep in the tree only the most promising moves are tried, and those after the EARLY best less
     deep, unless they then prove better. So a win or loss that is found is not a proof, unless it
     is a win by consecutive threats.

   To compare traps, side 1 is taken for a simple player, and the search looks deeper:

   - Side 1 plays one of its few likely replies, which take no depth.
   - It does not look for wins by threats, its own or those of side 0.
   - Its lines count less, a line with n marks is worth 4 ** n, and every position is searched.

   The best move has the highest estimate, and no other move has the same: the search finds its
   value, but only a limit for the others. Moves that are symmetric to each other must be asked about
   once.

   A node is an entry into `value_of`, `wins_by_threats` or `prove`. Threats and pairs are as in
   negamax.c. */

#include "search.h"

#include <assert.h>
#include <string.h>

enum {
    WIDTH = 14,      /* moves tried after that of the root */
    EARLY = 2,       /* moves tried at full depth at once */
    CLEAR = 6,       /* depth up to which a value that is clearly enough is not searched */
    CLEAR_LEAD = 16, /* that it needs for each move ahead */
    LOST = 3,        /* the same for a value that is clearly too low */
    LOST_LEAD = 50,
    MAX_THREATS = 8,   /* consecutive ones of one side */
    THREAT_NODES = 60, /* of one search for them */
    THREE_NODES = 30,  /* of one search for open threes; twice as many for each move ahead, */
    THREE_EXACT = 3,   /* and as if there were so many more where the value is to be exact */
    THREE_WIDTH = 6,   /* moves that it tries in each position */
    THREE_DEPTH = 2,   /* the depth and the marks in a row from which it is tried */
    THREE_IN_A_ROW = 5,
    NEVER = 1 << 28, /* the proof number of what is refuted */
    MAX_DEPTH = 30,
    WIN = 1 << 28, /* less the plies to the end */
    DECIDED = WIN - 1000,
    BEYOND = 1 << 29, /* more than every value */
    PAIR = 1 << 24,   /* the weight of a pair, more than the other weights together */
    ESTIMATE_DECIDED = 98,
    ESTIMATE_OPEN = 95 /* of every position that is neither won nor lost in the search */
};

static const int32_t WORTHS[MAX_IN_A_ROW + 1] = {2,    7,    21,    70,    230,
                                                700,  2000, 6000, 18000, 54000};

enum bound { EXACT, LOWER, UPPER };

typedef struct {
    uint64_t key;
    int32_t value; /* wins and losses count from this position */
    int8_t depth;
    uint8_t bound, move;
} guess;

/* How many positions must at least be decided to prove that the side to move succeeds, as an attacker
   or as a defender, and that its opponent does. Nothing known is {1, 1}; success is {0, NEVER}. */
typedef struct {
    uint64_t key;
    int32_t own, other;
} proof;

/* No line is ever completed: the move that would complete it is seen by `winning` first. */
typedef struct {
    int64_t total[2];               /* the worth of the lines open to a side */
    int32_t gains[2][MAX_CELLS];    /* the weights of those through a cell */
    int winning[2], winning_xor[2]; /* the number of cells that win, and their exclusive or */
    uint8_t wins[2][MAX_CELLS];     /* the lines that a side completes at an empty cell */
    uint8_t is_taken[MAX_CELLS], on_line[2][MAX_LINES];
    int left;
    uint64_t hash;
} position;

typedef struct {
    search *s;
    int32_t worths[MAX_IN_A_ROW + 1];  /* of a line that is open to a side, by its marks there */
    int32_t weights[MAX_IN_A_ROW + 1]; /* the same, for the order of moves: 4 ** n */
    uint64_t hashes[2][MAX_CELLS];
    uint64_t attackers[2];             /* in the keys of proofs */
    int last_extended_ply;             /* after this one, defenses take depth like all moves */
    uint8_t is_of_win[MAX_CELLS];      /* whether the last win by threats needs the empty cell */
    int is_trap;                       /* whether side 1 is taken for a simple player */
    position positions[MAX_CELLS + 1]; /* the root, and one after each move */
} estimator;

static_assert(sizeof(estimator) <= SCRATCH_BYTES, "too little memory");
static_assert(sizeof(guess) == sizeof(proof), "they share a table");

/* The position */

/* Change the number of lines that a side would complete at a cell by `step`, 1 or -1. */
static void change_wins(position *p, int side, int cell, int step)
{
    int before = p->wins[side][cell], after = before + step;
    p->wins[side][cell] = (uint8_t)after;
    if (!before || !after) {
        p->winning[side] += step;
        p->winning_xor[side] ^= cell;
    }
}

static void add_weight(const estimator *e, position *p, int side, int line, int32_t worth,
                       int32_t weight)
{
    p->total[side] += worth;
    for (int i = 0; i < e->s->in_a_row; i++)
        p->gains[side][e->s->line_cells[line][i]] += weight;
}

static int first_empty(const estimator *e, const position *p, int line)
{
    const uint8_t *cell = e->s->line_cells[line];
    while (p->is_taken[*cell])
        cell++;
    return *cell;
}

/* Change a position by a move. A move is never taken back, because copying a position is faster. The
   position after a move lies behind the one before it, at p + 1. */
static void make_move(const estimator *e, position *p, int side, int cell)
{
    int threat = e->s->in_a_row - 1, opponent = 1 - side;
    const int32_t *worths = e->worths, *weights = e->weights;
    p->is_taken[cell] = 1;
    for (int i = 0; i < e->s->line_counts[cell]; i++) {
        int line = e->s->lines_of[cell][i];
        int own = p->on_line[side][line]++, other = p->on_line[opponent][line];
        if (!other) {
            add_weight(e, p, side, line, worths[own + 1] - worths[own],
                       weights[own + 1] - weights[own]);
            if (own + 1 == threat)
                change_wins(p, side, first_empty(e, p, line), 1);
        }
        if (!own) {
            add_weight(e, p, opponent, line, -worths[other], -weights[other]);
            if (other == threat)
                change_wins(p, opponent, cell, -1);
        }
    }
    p->left--;
    p->hash ^= e->hashes[side][cell];
}

/* The value of a position that is not searched further, for the side to move. Its turn is worth a
   quarter of its lines. The lines of a simple player count a quarter, because it rarely uses them. */
static int32_t judge(const estimator *e, const position *p, int side)
{
    int32_t lines[2] = {(int32_t)(p->total[0] % PAIR), (int32_t)(p->total[1] % PAIR)};
    if (e->is_trap)
        lines[1] /= 4;
    return lines[side] + lines[side] / 4 - lines[1 - side];
}

/* Write the most promising cells to `order`, at most `most`, the best first, ties in cell order;
   return their number. They are empty and lie on an open line; `first` comes first, if it is a
   cell. With `defenses`, they make a threat or answer the last win by threats that was found for
   the opponent. */
static int most_promising(const estimator *e, const position *p, int side, int first, int defenses,
                          int most, uint8_t *order)
{
    int32_t keys[MAX_CELLS];
    int count = 0;
    for (int cell = 0; cell < e->s->size; cell++) {
        int32_t own = p->gains[side][cell], is_threat = own >= PAIR;
        if (p->is_taken[cell] || (defenses && !is_threat && !e->is_of_win[cell]))
            continue;
        int32_t key = 3 * (own & (PAIR - 1)) + (p->gains[1 - side][cell] & (PAIR - 1));
        key = cell == first ? INT32_MAX : is_threat ? key + PAIR : key;
        if (!key || (count == most && keys[count - 1] >= key))
            continue;
        int at = count < most ? count++ : count - 1;
        for (; at > 0 && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            order[at] = order[at - 1];
        }
        keys[at] = key;
        order[at] = (uint8_t)cell;
    }
    return count;
}

/* The search */

/* Return the plies in which a side to move that cannot complete a line yet wins by consecutive
   threats, or 0 if no such win is found. Every reply is forced, so a win is proved. */
static int wins_by_threats(estimator *e, position *p, int side, int threats, int64_t limit)
{
    int opponent = 1 - side;
    position *after = p + 1;
    const budget *b = e->s->budget;
    if (enter(e->s) || b->nodes > limit || p->winning[opponent] > 1 || p->total[side] < PAIR)
        return 0;
    int must = p->winning[opponent], first = must ? p->winning_xor[opponent] : 0;
    for (int cell = first; cell <= (must ? first : e->s->size - 1); cell++) {
        if (p->is_taken[cell] || p->gains[side][cell] < PAIR)
            continue;
        int plies = 0;
        *after = *p;
        make_move(e, after, side, cell);
        if (after->winning[side] > 1) {
            plies = 3;
            for (int i = 0; i < e->s->size; i++)
                e->is_of_win[i] = after->wins[side][i] > 0;
        } else if (threats > 1) {
            int reply = after->winning_xor[side];
            make_move(e, after, opponent, reply);
            plies = wins_by_threats(e, after, side, threats - 1, limit);
            plies = plies ? plies + 2 : 0;
            e->is_of_win[reply] = 1;
        }
        e->is_of_win[cell] = 1;
        if (plies || b->stopped || b->nodes > limit)
            return plies;
    }
    return 0;
}

/* The same within the usual limits. */
static int plies_to_win(estimator *e, position *p, int side)
{
    return wins_by_threats(e, p, side, MAX_THREATS, e->s->budget->nodes + THREAT_NODES);
}

/* Write the moves by which an attacker may win by threats and open threes to `order`, the most
   promising first, and return their number, or -1 if it wins by threats alone, which only a position
   that is new may do. */
static int attacks(estimator *e, position *p, int side, int is_new, uint8_t *order)
{
    int must = p->winning[1 - side], count = 0;
    if (must > 1)
        return 0;
    if (is_new && plies_to_win(e, p, side))
        return -1;
    order[0] = (uint8_t)p->winning_xor[1 - side];
    if (must)
        return 1;
    /* A move that makes a pair is an open three only with a second one. */
    int32_t least = e->weights[e->s->in_a_row - 3] * (p->total[side] < PAIR ? 2 : 1);
    int tried = most_promising(e, p, side, -1, 0, THREE_WIDTH, order);
    for (int i = 0; i < tried; i++)
        if (p->gains[side][order[i]] >= least)
            order[count++] = order[i];
    return count;
}

/* The same for the replies of a defender; -1 if it need not reply or wins by threats. If the attacker
   could make two threats at once, these are the cells of that win, and the defender's threats. */
static int defenses(estimator *e, position *p, int side, uint8_t *order)
{
    int attacker = 1 - side, count = 0;
    uint8_t is_of_win[MAX_CELLS];
    if (p->winning[attacker] > 1)
        return 0;
    order[0] = (uint8_t)p->winning_xor[attacker];
    if (p->winning[attacker])
        return 1;
    if (!wins_by_threats(e, p, attacker, 1, e->s->budget->nodes + THREAT_NODES))
        return -1;
    memcpy(is_of_win, e->is_of_win, sizeof is_of_win);
    if (plies_to_win(e, p, side))
        return -1;
    for (int cell = 0; cell < e->s->size; cell++)
        if (!p->is_taken[cell] && (is_of_win[cell] || p->gains[side][cell] >= PAIR))
            order[count++] = (uint8_t)cell;
    return count;
}

static void *slot_of(const estimator *e, uint64_t key)
{
    return (guess *)e->s->table + key % e->s->slots;
}

/* What is known about the proof that an attacker wins in the position with a hash. */
static proof proof_of(const estimator *e, uint64_t hash, int attacker)
{
    uint64_t key = hash ^ e->attackers[attacker];
    const proof *known = slot_of(e, key);
    return known->key == key ? *known : (proof){key, 1, 1};
}

/* Improve what is known, until a number reaches its limit or the nodes are used up, always after the
   move by which the side to move seems to succeed most easily.

   A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications, University of Tokyo
   (2002). */
static void prove(estimator *e, position *p, int side, int attacker, int32_t own_limit,
                  int32_t other_limit, int64_t limit)
{
    const budget *b = e->s->budget;
    uint8_t order[MAX_CELLS];
    if (enter(e->s) || b->nodes > limit)
        return;
    proof found = proof_of(e, p->hash, attacker), *known = slot_of(e, found.key);
    int is_new = known->key != found.key;
    int count = side == attacker ? attacks(e, p, side, is_new, order) : defenses(e, p, side, order);
    for (;;) {
        proof best = {0, 0, NEVER};
        int32_t second = NEVER;
        int move = 0;
        found.own = count < 0 ? 0 : NEVER;
        found.other = count < 0 ? NEVER : 0;
        for (int i = 0; i < count; i++) {
            proof after = proof_of(e, p->hash ^ e->hashes[side][order[i]], attacker);
            if (after.other < best.other) {
                second = best.other;
                best = after;
                move = order[i];
            } else if (after.other < second)
                second = after.other;
            found.own = best.other;
            found.other = found.other + after.own < NEVER ? found.other + after.own : NEVER;
        }
        if (!found.own)
            found.other = NEVER;
        if (b->stopped)
            return;
        *known = found;
        if (found.own >= own_limit || found.other >= other_limit || b->nodes > limit)
            return;
        second += second < own_limit;
        p[1] = *p;
        make_move(e, p + 1, side, move);
        prove(e, p + 1, 1 - side, attacker, other_limit - found.other + best.own,
              second < own_limit ? second : own_limit, limit);
    }
}

/* Whether a win by threats and open threes is found for a side to move that cannot complete a line
   yet, `depth` moves ahead. */
static int wins_by_threes(estimator *e, position *p, int side, int depth, int is_exact)
{
    if (e->is_trap || e->s->in_a_row < THREE_IN_A_ROW || depth < THREE_DEPTH)
        return 0;
    proof known = proof_of(e, p->hash, side);
    int64_t nodes = (int64_t)THREE_NODES << (is_exact ? depth + THREE_EXACT : depth);
    if (known.own && known.other)
        prove(e, p, side, side, NEVER, NEVER, e->s->budget->nodes + nodes);
    return !proof_of(e, p->hash, side).own;
}

static int32_t value_after(estimator *e, position *p, int side, int cell, int depth, int32_t alpha,
                           int32_t beta, int ply);

/* The same if side 1 is to move and taken for a simple player. It plays a cell with the highest sum
   of the gains of both sides, for one of several weights of its own and of those of side 0. */
static int32_t value_of_replies(estimator *e, position *p, int depth, int32_t alpha, int32_t beta,
                                int ply)
{
    static const int32_t weights[][2] = {{1, 1}, {1, 8}, {8, 1}};
    uint8_t is_tried[MAX_CELLS] = {0};
    int32_t best = -BEYOND;
    for (int i = 0; i < 3 && best < beta; i++) {
        int32_t highest = 0;
        int reply = 0;
        for (int cell = 0; cell < e->s->size; cell++) {
            int32_t own = p->gains[1][cell] % PAIR, other = p->gains[0][cell] % PAIR;
            int32_t sum = weights[i][0] * own + weights[i][1] * other;
            if (!p->is_taken[cell] && sum > highest) {
                highest = sum;
                reply = cell;
            }
        }
        if (is_tried[reply]++)
            continue;
        int32_t value = value_after(e, p, 1, reply, depth, best > alpha ? best : alpha, beta, ply);
        best = value > best ? value : best;
    }
    return best;
}

/* The value of a position for the side to move, `depth` moves that are not forced ahead, and within
   a window as usual: a value up to alpha is an upper bound, from beta on a lower one. If the search
   has been stopped, it means nothing. `ply` counts from the root. */
static int32_t value_of(estimator *e, position *p, int side, int depth, int32_t alpha, int32_t beta,
                        int ply)
{
    int opponent = 1 - side;
    if (enter(e->s))
        return 0;
    if (p->winning[side])
        return WIN - ply - 1;
    if (!p->left || (!p->total[side] && !p->total[opponent]))
        return 0;
    if (p->winning[opponent] > 1)
        return ply + 2 - WIN;
    if (p->winning[opponent])
        return value_after(e, p, side, p->winning_xor[opponent], depth, alpha, beta, ply);
    if (e->is_trap && side)
        return value_of_replies(e, p, depth, alpha, beta, ply);

    guess *known = slot_of(e, p->hash);
    int first = -1;
    if (known->key == p->hash) {
        int32_t value = known->value;
        if (value > DECIDED)
            value -= ply;
        if (value < -DECIDED)
            value += ply;
        first = known->move;
        int is_enough = known->bound == EXACT || (known->bound == LOWER && value >= beta) ||
                        (known->bound == UPPER && value <= alpha);
        if (known->depth >= depth && is_enough)
            return value;
    }

    /* A win by threats only raises the judged value, and one of the opponent's only lowers it. So a
       value outside the window, by a lead that grows with the depth, needs only the one of them that
       could bring it back. */
    int32_t judged = judge(e, p, side);
    int is_leaf = depth <= 0, ahead = is_leaf ? 0 : depth;
    if (ahead <= (e->is_trap ? 0 : CLEAR) && judged - CLEAR_LEAD * ahead >= beta &&
        (e->is_trap || !plies_to_win(e, p, opponent)))
        return judged;
    /* A side that has been here with a move to try does not win by threats. */
    int plies = first < 0 ? plies_to_win(e, p, side) : 0;
    if (plies)
        return WIN - ply - plies;
    if (ahead <= (e->is_trap ? 0 : LOST) && judged + LOST_LEAD * ahead <= alpha)
        return judged;
    if (wins_by_threes(e, p, side, depth, beta - alpha > 1))
        return WIN - ply - p->left;
    int is_threatened = !e->is_trap && plies_to_win(e, p, opponent) > 0;
    if (is_threatened && ply <= e->last_extended_ply)
        depth = is_leaf ? 1 : depth + 1;
    if (depth <= 0)
        return judged;

    uint8_t order[MAX_CELLS] = {0};
    int is_narrow = !is_threatened && 4 + 3 * depth < WIDTH;
    int most = is_narrow ? 4 + 3 * depth : WIDTH;
    int count = most_promising(e, p, side, first, is_threatened, most, order);
    int best_move = order[0];
    int32_t best = -BEYOND, lowest = alpha;
    for (int i = 0; i < count && alpha < beta; i++) {
        int is_threat = p->gains[side][order[i]] >= PAIR;
        int is_late = i >= EARLY && depth > 2 && !is_threat && !is_threatened;
        int less = is_late ? (i + depth - 1) / 4 : 0;
        int32_t value = 0;
        if (i)
            value = value_after(e, p, side, order[i], depth - 1 - less, alpha, alpha + 1, ply);
        if (is_late && value > alpha)
            value = value_after(e, p, side, order[i], depth - 1, alpha, alpha + 1, ply);
        if (!i || (value > alpha && value < beta))
            value = value_after(e, p, side, order[i], depth - 1, alpha, beta, ply);
        if (e->s->budget->stopped)
            return 0;
        if (value > best) {
            best = value;
            best_move = order[i];
        }
        if (value > alpha)
            alpha = value;
    }

    int32_t stored = best > DECIDED ? best + ply : best < -DECIDED ? best - ply : best;
    int bound = best <= lowest ? UPPER : best >= beta ? LOWER : EXACT;
    *known = (guess){p->hash, stored, (int8_t)depth, (uint8_t)bound, (uint8_t)best_move};
    return best;
}

/* The value of a move for its side, in the same terms. */
static int32_t value_after(estimator *e, position *p, int side, int cell, int depth, int32_t alpha,
                           int32_t beta, int ply)
{
    position *after = p + 1;
    *after = *p;
    make_move(e, after, side, cell);
    return -value_of(e, after, 1 - side, depth, -beta, -alpha, ply + 1);
}

/* The root */

/* Move an item of both arrays to the front, and those before it back by one. */
static void bring_forward(uint8_t *moves, int32_t *values, int at)
{
    uint8_t move = moves[at];
    int32_t value = values[at];
    memmove(moves + 1, moves, (size_t)at * sizeof *moves);
    memmove(values + 1, values, (size_t)at * sizeof *values);
    moves[0] = move;
    values[0] = value;
}

/* Put the best of some moves first, with its value; the values of the others are bounds or judged.
   Even the part of an iteration that the nodes suffice for counts, because it begins with the move
   that was the best before. */
static void find_best(estimator *e, uint8_t *moves, int32_t *values, int count)
{
    position *root = e->positions, *after = root + 1;
    for (int i = 0; i < count; i++) {
        *after = *root;
        values[i] = WIN - 1;
        if (!root->wins[0][moves[i]]) {
            make_move(e, after, 0, moves[i]);
            values[i] = after->winning[1] ? 2 - WIN : -judge(e, after, 1);
        }
        int at = i;
        while (at > 0 && values[at - 1] < values[i])
            at--;
        bring_forward(moves + at, values + at, i - at);
    }
    for (int depth = 1; depth <= root->left && depth <= MAX_DEPTH; depth++) {
        e->last_extended_ply = 2 * depth + 2;
        int32_t alpha = -BEYOND;
        if (values[0] > DECIDED || values[0] < -DECIDED)
            return;
        int is_won = !root->winning[0] && wins_by_threes(e, root, 0, depth, 1);
        for (int i = 0; i < count && is_won; i++)
            if (!proof_of(e, root->hash ^ e->hashes[0][moves[i]], 0).other) {
                values[i] = WIN - root->left;
                bring_forward(moves, values, i);
                return;
            }
        for (int i = 0; i < count; i++) {
            int32_t value = 0;
            if (i)
                value = value_after(e, root, 0, moves[i], depth - 1, alpha, alpha + 1, 0);
            if (!i || (value > alpha && !e->s->budget->stopped))
                value = value_after(e, root, 0, moves[i], depth - 1, alpha, BEYOND, 0);
            if (e->s->budget->stopped)
                return;
            values[i] = value;
            if (value > alpha) {
                alpha = value;
                bring_forward(moves, values, i);
            }
        }
    }
}

/* The estimate for a value; `scale` is the weight of all open lines at the root. */
static int estimate_of(int32_t value, int64_t scale)
{
    int64_t size = value < 0 ? -(int64_t)value : value;
    int estimate = size > DECIDED ? ESTIMATE_DECIDED : (int)(ESTIMATE_OPEN * size / (size + scale));
    return value < 0 ? -estimate : estimate;
}

static uint64_t next_random(uint64_t *seed) /* splitmix64 */
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The position in which the side to move, side 0, has the marks of side 0 of the search. */
static void start(estimator *e, position *p)
{
    search *s = e->s;
    uint64_t seed = 1;
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < s->size; cell++)
            e->hashes[side][cell] = next_random(&seed);
    for (int side = 0; side < 2; side++)
        e->attackers[side] = next_random(&seed);
    for (int marks = 0; marks <= s->in_a_row; marks++) {
        int32_t pair = marks == s->in_a_row - 2 ? PAIR : 0;
        e->weights[marks] = (1 << 2 * marks) + pair;
        e->worths[marks] = e->is_trap ? e->weights[marks] : WORTHS[marks] + pair;
    }
    for (int line = 0; line < s->line_count; line++)
        for (int side = 0; side < 2; side++)
            add_weight(e, p, side, line, e->worths[0], e->weights[0]);
    p->left = s->size;
    for (int side = 0; side < 2; side++)
        for (cells marks = s->marks[side]; !is_empty(marks);)
            make_move(e, p, side, take_first(&marks));
}

/* Estimate moves of an unfinished position, as far as the budget allows. `moves` has `count`
   different empty cells, ascending; they are reordered, the best first, and `estimates` has theirs
   in this order. */
EXPORT int noughts_estimate(search *s, cells own, cells other, uint8_t *moves, int count,
                            int *estimates, int is_trap)
{
    set_up(s, own, other);
    estimator *e = scratch_of(s);
    memset(e, 0, sizeof *e);
    e->s = s;
    e->is_trap = is_trap;
    position *root = e->positions;
    start(e, root);
    int64_t scale = root->total[0] % PAIR + root->total[1] % PAIR + 1;
    int32_t values[MAX_CELLS];
    find_best(e, moves, values, count);
    for (int i = 0; i < count; i++) {
        estimates[i] = estimate_of(values[i], scale);
        if (i && estimates[i] >= estimates[0])
            estimates[i] = estimates[0] - 1;
    }
    return 0;
}

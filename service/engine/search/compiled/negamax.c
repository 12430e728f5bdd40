/* The value of a position in the normal game, by alpha-beta search in negamax form.

   `left` is the number of empty cells. An open line that lacks one mark is a *threat*, one that
   lacks two is a *pair*, {a, b}: a mark on a threatens to complete the line at b. A *fork* is a
   cell c in two different pairs, {c, a} and {c, b}: a mark on c makes two threats, at a and at b.

   Each lemma stands above the function that uses it. None is true in misere. */

#include "search.h"

enum {
    SYMMETRIC_PLIES = 5,  /* from the root; deeper, symmetric positions are too rare to look for */
    SYMMETRIC_CELLS = 10, /* with fewer empty, a search costs less than finding them */
    THREATENS = 1 << 16   /* more than the weight of any move */
};

static int negamax_quiet(search *s, int side, int alpha, int beta, int ply);

/* The only empty cell at which the opponent threatens to complete a line; -1 if there are two. */
static int answer_to(const search *s, int side)
{
    int threat = s->in_a_row - 1, answer = -1, line = -1;
    cells empty = empty_cells(s);
    for (int threats = s->open[1 - side][threat]; threats > 0; threats--) {
        line = next_line(s, 1 - side, threat, line);
        cells lacking = both(s->lines[line], empty);
        int cell = take_first(&lacking);
        if (answer >= 0 && cell != answer)
            return -1;
        answer = cell;
    }
    return answer;
}

/* Lemma 1, forced moves. *A side with a threat completes the line, which is worth `left`; nothing
   ends the game sooner. Otherwise it must answer the opponent's threat, because every other move
   loses at the next ply; if there are two, at different cells, it loses there anyway.*

   The loop plays the answers: a position with a single answer has the negated value of the one
   after it. So `negamax_quiet` and the table deal with the position after the answers, in its
   window, and the sign of its value is restored when the answers are taken back. */
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

/* Find the pairs of a side: the cells in any, the forks, and the partners of each of the cells. */
static cells find_pairs(search *s, int side, cells *forks)
{
    cells empty = empty_cells(s), found = NO_CELLS;
    int pair = s->in_a_row - 2, line = -1;
    *forks = NO_CELLS;
    for (int pairs = s->open[side][pair]; pairs > 0; pairs--) {
        line = next_line(s, side, pair, line);
        cells lacking = both(s->lines[line], empty);
        for (cells rest = lacking; !is_empty(rest);) {
            int cell = take_first(&rest);
            cells known = contains(found, cell) ? s->partners[cell] : NO_CELLS;
            s->partners[cell] = either(known, without(lacking, only(cell)));
            if (!has_at_most_one(s->partners[cell]))
                *forks = either(*forks, only(cell));
        }
        found = either(found, lacking);
    }
    return found;
}

/* Lemma 2, potential. *A side whose potential is below F = 2 ** in_a_row with the opponent to move,
   or below F / 2 with itself to move, never wins.*

   A full line weighs F. Suppose it is the opponent's turn and the potential is P < F. Let the
   opponent always play the cell whose open lines weigh most, m in total. That takes m away. The
   side then plays some cell whose open lines weigh m' and doubles them: it adds m'. The opponent
   could have chosen that cell, and its open lines weighed no less then, so m' <= m. Hence P never
   rises from one of the opponent's turns to the next, and while it is below F, no line is full. If
   the side itself is to move, its first move at most doubles P. The opponent may complete a line
   of its own meanwhile, but that only ends the game sooner.

   P. Erdos and J. L. Selfridge, On a combinatorial game, Journal of Combinatorial Theory A 14
   (1973); J. Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008).

   If no side has a threat, no win comes before the third ply, and no loss before the fourth. */
static void bound_by_potential(const search *s, int side, int *lowest, int *highest)
{
    int full_line = 1 << s->in_a_row;
    *highest = s->left > 2 && 2 * s->potential[side] >= full_line ? s->left - 2 : 0;
    *lowest = s->left > 3 && s->potential[1 - side] >= full_line ? 3 - s->left : 0;
}

/* Lemma 4, defenses. *Let neither side have a threat, and let the opponent have a fork. Every move
   that neither makes a threat nor leaves the opponent without a fork is worth `3 - left`, and
   nothing is worth less.* The opponent has nothing to answer and forks, and lemma 3 (below) holds
   for it, one ply later. It cannot complete a line at the second ply: our move adds no mark to its
   lines, so it still has no threat.

   These are the cells that leave no fork. A mark on a cell removes exactly the pairs that contain
   it. A fork c is gone if c itself is occupied, or if at most one of its pairs is left. With two
   pairs {c, a} and {c, b}, the cells a and b also work; with three or more, only c does. */
static cells breaking(cells forks, const cells *partners, cells empty)
{
    while (!is_empty(forks)) {
        int fork = take_first(&forks);
        cells answers = only(fork), rest = partners[fork];
        take_first(&rest);
        take_first(&rest);
        if (is_empty(rest))
            answers = either(answers, partners[fork]);
        empty = both(empty, answers);
    }
    return empty;
}

/* The order of the moves: threats first, then those that add most to the own potential and take
   most from the other. */
static void weigh_moves(search *s, cells moves, cells threatening)
{
    while (!is_empty(moves)) {
        int cell = take_first(&moves), weight = contains(threatening, cell) ? THREATENS : 0;
        for (int i = 0; i < s->line_counts[cell]; i++) {
            int line = s->lines_of[cell][i], a = s->on_line[0][line], b = s->on_line[1][line];
            if (!a || !b)
                weight += a || b ? 1 << (a + b) : 2;
        }
        s->move_weights[cell] = weight;
    }
}

/* A node without a threat of either side.

   Lemma 3, forks. *A fork of the side to move is worth `left - 2`, and nothing is worth more.*
   After the mark at c, the opponent cannot complete a line, because it has no threat, and can
   occupy only one of a and b; the side then completes a line at the other. This is the third ply,
   after which `left - 3` cells are empty. A line completed at the first ply would need a threat.

   The table contains bounds (lower, upper) with lower <= v <= upper, which hold for every window,
   so the position alone is the key. Near the root, the key is that of one of the symmetric
   positions: these have the same value, so the entry is true of each of them. */
static int negamax_quiet(search *s, int side, int alpha, int beta, int ply)
{
    int other = 1 - side, left = s->left, pair = s->in_a_row - 2, value;
    node n = {s->marks[side], s->marks[other], 0, 0, alpha, beta};
    bound_by_potential(s, side, &n.lowest, &n.highest);
    if (n.highest == n.lowest)
        return 0;
    cells forks, threatening = NO_CELLS;
    if (s->open[side][pair]) {
        threatening = find_pairs(s, side, &forks);
        if (!is_empty(forks))
            return n.highest; /* `left - 2`: the fork's lines weigh enough for lemma 2 */
    }

    if (ply < SYMMETRIC_PLIES && left >= SYMMETRIC_CELLS)
        canonical(s, &n.own, &n.other);
    if (settle(s, &n, &value))
        return value;

    cells empty = empty_cells(s), moves = empty;
    int best = -INFINITE;
    if (n.lowest < 0 && s->open[other][pair]) {
        find_pairs(s, other, &forks);
        if (!is_empty(forks)) {
            /* By lemma 4, all other moves are worth `3 - left`. That is not above alpha, because
               3 - left <= lowest <= alpha. */
            moves = either(both(empty, threatening), breaking(forks, s->partners, empty));
            if (!equal(moves, empty))
                best = 3 - left;
        }
    }
    uint8_t order[MAX_CELLS];
    weigh_moves(s, moves, threatening);
    int count = sort_moves(moves, s->move_weights, 0, order);
    return try_moves(s, &n, side, order, count, best, ply, negamax);
}

/* The value of a position for its side to move. */
EXPORT int noughts_normal(search *s, cells own, cells other, int alpha, int beta)
{
    set_up(s, own, other);
    return negamax(s, 0, alpha, beta, 1);
}

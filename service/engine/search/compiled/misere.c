/* The value of a position in misere, in which the side that completes a line loses.

   The lemmas of negamax.c assume that a completed line wins, so none of them is used here. This is
   alpha-beta search in negamax form, with the contract of search.h, a table with symmetric keys at
   every ply, and two lemmas. */

#include "search.h"

/* Lemma 1, counting. *A side that can no longer complete a line cannot lose.* With `left` empty
   cells, the side to move makes (left + 1) / 2 of the remaining moves, its opponent left / 2. A
   side all of whose open lines lack more marks than that will complete none, whatever is played. */
static int can_complete(const search *s, int side, int moves)
{
    int fewest = s->in_a_row > moves ? s->in_a_row - moves : 0;
    for (int marks = fewest; marks <= s->in_a_row; marks++)
        if (s->open[side][marks])
            return 1;
    return 0;
}

/* Lemma 2, suicide. *A move that completes a line need not be searched.* It ends the game with the
   lowest value that a position with this many empty cells can have, `-left`. */
static cells safe_moves(const search *s, int side)
{
    int threat = s->in_a_row - 1, line = -1;
    cells moves = empty_cells(s);
    for (int threats = s->open[side][threat]; threats > 0; threats--) {
        line = next_line(s, side, threat, line);
        moves = without(moves, s->lines[line]);
    }
    return moves;
}

/* The order of the moves: those with the least weight of open lines first. */
static void weigh_moves(search *s, int side, cells moves)
{
    while (!is_empty(moves)) {
        int cell = take_first(&moves);
        int weight = 0;
        for (int i = 0; i < s->line_counts[cell]; i++) {
            int line = s->lines_of[cell][i];
            if (!s->on_line[1 - side][line])
                weight += 1 << s->on_line[side][line];
        }
        s->move_weights[cell] = weight;
    }
}

static int negamax(search *s, int side, int alpha, int beta, int ply)
{
    if (enter(s))
        return 0;
    int other = 1 - side, left = s->left;
    cells moves = safe_moves(s, side);
    if (is_empty(moves))
        return -left; /* 0 on a full board */

    /* After a safe move, the side loses at its next move at the earliest. If this is the last move
       of the game, the side can complete no line, and `lowest` is 0. */
    int lowest = can_complete(s, side, (left + 1) / 2) ? 2 - left : 0;
    int highest = can_complete(s, other, left / 2) ? left - 1 : 0;
    if (lowest == highest)
        return 0;
    int value;
    node n = {s->marks[side], s->marks[other], lowest, highest, alpha, beta};
    canonical(s, &n.own, &n.other);
    if (settle(s, &n, &value))
        return value;

    int best = equal(moves, empty_cells(s)) ? -INFINITE : -left;
    uint8_t order[MAX_CELLS];
    weigh_moves(s, side, moves);
    int count = sort_moves(moves, s->move_weights, 1, order);
    return try_moves(s, &n, side, order, count, best, ply, negamax);
}

/* The value of a position for its side to move. */
EXPORT int noughts_misere(search *s, cells own, cells other, int alpha, int beta)
{
    set_up(s, own, other);
    return negamax(s, 0, alpha, beta, 1);
}

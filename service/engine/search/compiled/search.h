/* The state of a search: the board, the position, the table and the node budget.

   The compiled search is C11 for GCC or Clang, independent of Python; interface.py loads it.

     cells.h     sets of cells
     search.c    a position, its moves, and the table
     negamax.c   the value of a position in the normal game
     misere.c    the value of a position in misere
     blocking.c  proofs that a side cannot win
     estimate.c  estimates of moves about which nothing is proved

   A *value* depends on the position alone, from the view of the side to move: 0 for a draw,
   `left + 1` for a win and `-(left + 1)` for a loss, where `left` is the number of cells still
   empty when the game ends with best play. So the faster of two wins has the higher value, and a
   value means the same at every depth. */

#ifndef NOUGHTS_SEARCH_H
#define NOUGHTS_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "cells.h"

#define EXPORT __attribute__((visibility("default")))

enum {
    MAX_CELLS = 81,
    MAX_IN_A_ROW = 9,
    MAX_LINES = 224,        /* 9x9, three in a row */
    MAX_LINES_OF_CELL = 36, /* four directions, nine lines each */
    MAX_SYMMETRIES = 8,
    INFINITE = 1000, /* beyond every value */
    SCRATCH_BYTES = 600000
};

/* Shared with Python. `pause` is called with `nodes` when they reach `pause_at`. It returns the next
   `pause_at`; if that is not later, the search ends. */
typedef struct {
    int64_t nodes, pause_at;
    int64_t (*pause)(int64_t nodes);
    int stopped;
} budget;

/* An entry of the table (search.c; estimate.c uses the memory for entries of its own kind). */
typedef struct {
    uint64_t own, other, rest;
} entry;

typedef struct {
    budget *budget;
    int size, in_a_row, line_count, symmetry_count;
    uint8_t lines_of[MAX_CELLS][MAX_LINES_OF_CELL], line_counts[MAX_CELLS];
    uint8_t line_cells[MAX_LINES][MAX_IN_A_ROW];
    cells lines[MAX_LINES], board;
    uint8_t symmetries[MAX_SYMMETRIES][MAX_CELLS];
    uint32_t slots;
    entry *table;

    /* The position, by side: 0 is the side to move at the root. A line is *open* to a side while
       the other side has no mark on it; `open[side][n]` counts those with n of the side's marks.
       The *potential* of a side is the sum of 2 ** n over its open lines. */
    cells marks[2];
    int left, potential[2], open[2][MAX_IN_A_ROW + 1];
    uint8_t on_line[2][MAX_LINES];

    /* Of negamax.c and misere.c, while they sort moves; on the stack, these would be too large. */
    cells partners[MAX_CELLS];
    int move_weights[MAX_CELLS];

    /* Of blocking.c: weights by the number of cells in a set; zeros between two uses. */
    int set_weights[MAX_IN_A_ROW + 1], urgencies[MAX_IN_A_ROW + 1], shared[MAX_CELLS][MAX_CELLS];
    int commitments; /* of the breaker to pairs, in the position that is searched */
} search;

/* Count a node; return whether the search must end. Its results mean nothing then. */
static inline int enter(search *s)
{
    budget *b = s->budget;
    if (b->nodes >= b->pause_at && !b->stopped) {
        b->pause_at = b->pause(b->nodes);
        b->stopped = b->nodes >= b->pause_at;
    }
    b->nodes += !b->stopped;
    return b->stopped;
}

/* The memory in which blocking.c and estimate.c keep their positions: the stack of a thread may be
   small. */
static inline void *scratch_of(const search *s) { return s->table + s->slots; }

static inline cells empty_cells(const search *s)
{
    return without(s->board, either(s->marks[0], s->marks[1]));
}

/* The next line after `line`, -1 before the first, that is open to a side and has this number of
   its marks. There must be one. */
static inline int next_line(const search *s, int side, int marks, int line)
{
    do
        line++;
    while (s->on_line[side][line] != marks || s->on_line[1 - side][line]);
    return line;
}

/* Set up a position: the marks of the side to move, and of the other. */
void set_up(search *s, cells own, cells other);

/* Make a move, and take it back. */
void play(search *s, int side, int cell);
void take_back(search *s, int side, int cell);

/* Write the cells of `moves` to `order`, sorted by weight, ties in cell order; return their
   number. */
int sort_moves(cells moves, const int *weights, int ascending, uint8_t *order);

/* Turn a key of the table, two sets of cells, into the least of its symmetric images. */
void canonical(const search *s, cells *own, cells *other);

/* Find the bounds stored for a key; return whether there are any. */
int look_up(const search *s, cells own, cells other, int *lower, int *upper);
void store(search *s, cells own, cells other, int lower, int upper);

/* A node of an alpha-beta search in negamax form: its key in the table, bounds that its value v
   has in every window, and the window. `negamax` returns r with

     r <= alpha          and then  v <= r,
     alpha < r < beta    and then  v == r, or
     r >= beta           and then  v >= r. */
typedef struct {
    cells own, other;
    int lowest, highest, alpha, beta;
} node;

typedef int negamax_function(search *s, int side, int alpha, int beta, int ply);

/* Narrow the bounds to those in the table, and the window to them. Return whether that settles the
   node, with the value `*value`. */
int settle(const search *s, node *n, int *value);

/* Try moves, and store the bounds that are found. Return the value, which is at least `best`. It is
   inline so that each search calls its own `negamax` directly. */
static inline int try_moves(search *s, const node *n, int side, const uint8_t *order, int count,
                            int best, int ply, negamax_function negamax)
{
    int alpha = n->alpha;
    for (int i = 0; i < count; i++) {
        play(s, side, order[i]);
        int value = -negamax(s, 1 - side, -n->beta, -alpha, ply + 1);
        take_back(s, side, order[i]);
        if (s->budget->stopped)
            return 0;
        best = value > best ? value : best;
        if (best >= n->beta)
            break;
        alpha = best > alpha ? best : alpha;
    }
    store(s, n->own, n->other, best > n->alpha ? best : n->lowest,
          best < n->beta ? best : n->highest);
    return best;
}

#endif

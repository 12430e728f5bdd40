/* Sets of cells: one bit per cell of a board with up to 81 cells, in two words. */

#ifndef NOUGHTS_CELLS_H
#define NOUGHTS_CELLS_H

#include <stdint.h>

typedef struct {
    uint64_t low, high;
} cells;

static const cells NO_CELLS = {0, 0};

static inline cells only(int cell)
{
    cells set = NO_CELLS;
    if (cell < 64)
        set.low = (uint64_t)1 << cell;
    else
        set.high = (uint64_t)1 << (cell - 64);
    return set;
}

static inline cells both(cells a, cells b) { return (cells){a.low & b.low, a.high & b.high}; }
static inline cells either(cells a, cells b) { return (cells){a.low | b.low, a.high | b.high}; }
static inline cells without(cells a, cells b) { return (cells){a.low & ~b.low, a.high & ~b.high}; }
static inline int is_empty(cells a) { return !(a.low | a.high); }
static inline int equal(cells a, cells b) { return a.low == b.low && a.high == b.high; }
static inline int has_at_most_one(cells a)
{
    return !(a.low & (a.low - 1)) && !(a.high & (a.high - 1)) && !(a.low && a.high);
}
static inline int is_subset(cells a, cells b) { return is_empty(without(a, b)); }

static inline int contains(cells a, int cell)
{
    return (int)((cell < 64 ? a.low >> cell : a.high >> (cell - 64)) & 1);
}

/* An arbitrary total order. */
static inline int less(cells a, cells b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Remove the first cell of a set that is not empty, and return it. */
static inline int take_first(cells *set)
{
    int cell;
    if (set->low) {
        cell = __builtin_ctzll(set->low);
        set->low &= set->low - 1;
    } else {
        cell = 64 + __builtin_ctzll(set->high);
        set->high &= set->high - 1;
    }
    return cell;
}

#endif

/* A position, its moves, and the table. */

#include "search.h"

#include <string.h>

/* Moves */

/* Change the number of a side's marks at a cell by `step`, 1 or -1. */
static inline void change(search *s, int side, int cell, int step)
{
    uint8_t *own = s->on_line[side], *other = s->on_line[1 - side];
    for (int i = 0; i < s->line_counts[cell]; i++) {
        int line = s->lines_of[cell][i], fewer = own[line] - (step < 0);
        own[line] = (uint8_t)(own[line] + step);
        if (!other[line]) {
            s->potential[side] += step * (1 << fewer);
            s->open[side][fewer] -= step;
            s->open[side][fewer + 1] += step;
        }
        if (!fewer) {
            s->potential[1 - side] -= step * (1 << other[line]);
            s->open[1 - side][other[line]] -= step;
        }
    }
    s->left -= step;
}

void play(search *s, int side, int cell)
{
    change(s, side, cell, 1);
    s->marks[side] = either(s->marks[side], only(cell));
}

void take_back(search *s, int side, int cell)
{
    change(s, side, cell, -1);
    s->marks[side] = without(s->marks[side], only(cell));
}

int sort_moves(cells moves, const int *weights, int ascending, uint8_t *order)
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

/* The table

   A key is two sets of cells, and an entry contains all of it.

   An entry replaces the one that was in its slot. Measurements show that this is as good here as
   keeping the entries of larger searches, and entries need no age or depth. The contents of the
   table depend on the search alone.

   `rest` of an entry contains the 17 cells of each side that do not fit in the other words, then a
   bit that marks the entry as used, and from bits 40 and 48 on the bounds, plus OFFSET. */

enum { OTHER_CELLS = 17, USED = 34, LOWER = 40, UPPER = 48, BOUND = 255, OFFSET = 100 };

static uint64_t rest_of(cells own, cells other)
{
    return own.high | other.high << OTHER_CELLS | (uint64_t)1 << USED;
}

static entry *slot_of(const search *s, cells own, cells other)
{
    const uint64_t factor = 0x9e3779b97f4a7c15u;
    uint64_t hash = own.low * factor + other.low;
    hash = (hash ^ hash >> 32) * factor + rest_of(own, other);
    hash = (hash ^ hash >> 32) * factor;
    return &s->table[(hash >> 32) * s->slots >> 32];
}

int look_up(const search *s, cells own, cells other, int *lower, int *upper)
{
    const entry *e = slot_of(s, own, other);
    uint64_t rest = e->rest & (((uint64_t)1 << LOWER) - 1);
    if (e->own != own.low || e->other != other.low || rest != rest_of(own, other))
        return 0;
    *lower = (int)(e->rest >> LOWER & BOUND) - OFFSET;
    *upper = (int)(e->rest >> UPPER & BOUND) - OFFSET;
    return 1;
}

void store(search *s, cells own, cells other, int lower, int upper)
{
    uint64_t bounds = (uint64_t)(lower + OFFSET) << LOWER | (uint64_t)(upper + OFFSET) << UPPER;
    *slot_of(s, own, other) = (entry){own.low, other.low, rest_of(own, other) | bounds};
}

int settle(const search *s, node *n, int *value)
{
    int lower, upper;
    if (look_up(s, n->own, n->other, &lower, &upper)) {
        n->lowest = lower > n->lowest ? lower : n->lowest;
        n->highest = upper < n->highest ? upper : n->highest;
    }
    *value = n->lowest >= n->beta ? n->lowest : n->highest;
    if (n->highest <= n->alpha || n->highest == n->lowest || n->lowest >= n->beta)
        return 1;
    n->alpha = n->alpha < n->lowest ? n->lowest : n->alpha;
    n->beta = n->beta > n->highest ? n->highest : n->beta;
    return 0;
}

static cells image_of(const uint8_t *symmetry, cells set)
{
    cells image = NO_CELLS;
    while (!is_empty(set))
        image = either(image, only(symmetry[take_first(&set)]));
    return image;
}

void canonical(const search *s, cells *own, cells *other)
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
}

/* A new search */

/* The size in bytes of a search, its table and its scratch memory. */
EXPORT size_t noughts_bytes(uint32_t slots)
{
    return sizeof(search) + slots * sizeof(entry) + SCRATCH_BYTES;
}

/* Start a search in `noughts_bytes(slots)` bytes of zeros. `line_cells` has `in_a_row` cells per
   line, and `symmetries` has `size` cells per symmetry. */
EXPORT void noughts_start(search *s, budget *b, int size, int in_a_row, int line_count,
                          const uint8_t *line_cells, int symmetry_count, const uint8_t *symmetries,
                          uint32_t slots)
{
    *s = (search){.budget = b,
                  .size = size,
                  .in_a_row = in_a_row,
                  .line_count = line_count,
                  .symmetry_count = symmetry_count,
                  .slots = slots,
                  .table = (entry *)(s + 1)};
    for (int line = 0; line < line_count; line++)
        for (int i = 0; i < in_a_row; i++) {
            int cell = line_cells[line * in_a_row + i];
            s->lines[line] = either(s->lines[line], only(cell));
            s->lines_of[cell][s->line_counts[cell]++] = (uint8_t)line;
            s->line_cells[line][i] = (uint8_t)cell;
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
}

void set_up(search *s, cells own, cells other)
{
    memset(s->on_line, 0, sizeof s->on_line);
    memset(s->open, 0, sizeof s->open);
    for (int side = 0; side < 2; side++) {
        s->marks[side] = NO_CELLS;
        s->potential[side] = s->open[side][0] = s->line_count;
    }
    s->left = s->size;
    while (!is_empty(own))
        play(s, 0, take_first(&own));
    while (!is_empty(other))
        play(s, 1, take_first(&other));
    s->budget->stopped = 0;
}

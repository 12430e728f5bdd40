/** The pieces of both lists in order. One that is neither added nor removed is in both. */
export function diffArrays<Item>(
    before: Item[],
    after: Item[],
): { value: Item[]; added: boolean; removed: boolean }[];

// The types of the functions that /learn uses.

export interface Item<Node> {
    data: Node;
    x: number;
    y: number;
    depth: number;
    parent: Item<Node> | null;
    children?: Item<Node>[];
    descendants(): Item<Node>[];
    eachBefore(act: (item: Item<Node>) => void): Item<Node>;
}
export interface Layout {
    <Node>(root: Item<Node>): Item<Node>;
    nodeSize(size: [number, number]): Layout;
    separation(distance: (a: Item<unknown>, b: Item<unknown>) => number): Layout;
}
export function tree(): Layout;
export function hierarchy<Node>(root: Node, childrenOf: (node: Node) => Iterable<Node> | null): Item<Node>;

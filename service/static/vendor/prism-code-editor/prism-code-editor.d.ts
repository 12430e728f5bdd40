// The types of what /learn/player uses.

export interface Editor {
    textarea: HTMLTextAreaElement;
    /** The lines of the code from index 1 on. */
    lines: HTMLCollection;
    value: string;
    keyCommandMap: Record<string, (event: KeyboardEvent) => boolean>;
    setOptions(options: { value: string }): void;
}
export function createEditor(frame: Element, options: { language: string; value: string }, ...extensions: unknown[]): Editor;
export function editorCommands(keymap: unknown): unknown;
export const defaultKeymap: unknown;

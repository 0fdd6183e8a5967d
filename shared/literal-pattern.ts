/** The source of a pattern that matches just this text. `RegExp.escape` is not in every Node that Weft runs on. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

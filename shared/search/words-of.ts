const anyWord = /[\p{L}\p{N}\p{M}]+/gu;

/** Words of a text, in lower case: letters, digits and marks over letters, of any script. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(anyWord) ?? [];

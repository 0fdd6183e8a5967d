/** bm25's usual constants: how soon repeating a word stops to count, and how much long texts lose. */
export const bm25 = { saturation: 1.2, lengthWeight: 0.75 } as const;

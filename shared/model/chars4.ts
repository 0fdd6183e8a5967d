/** The estimator `chars4`: a quarter of the length in UTF-16 units, rounded up. */
export const chars4 = (text: string): number => Math.ceil(text.length / 4);

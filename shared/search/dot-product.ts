/** The sum of products of two vectors of one length: their cosine, where both have length 1. */
export function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

/** The direction between vectors of length 1, which count alike; a single one as it is, and an empty one of none. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = vectors;
  if (others.length === 0) return first;
  const sum = first.map((part, at) => others.reduce((total, vector) => total + (vector[at] ?? 0), part));
  const length = Math.hypot(...sum);
  return length === 0 ? first : sum.map(part => part / length);
}

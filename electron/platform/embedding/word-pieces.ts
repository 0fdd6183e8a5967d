/** A vocabulary of word pieces: the piece and the logarithm of how often it is used. */
export type Vocabulary = readonly (readonly [piece: string, score: number])[];

/** Numbers below are control tokens, never found in a text. */
const firstPiece = 6;
const unknownPiece = 0;
/** Less likely than any piece, so that the unknown is the last resort. */
const unknownScore = -20;

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  piece: number;
  score: number;
}

const newNode = (): TrieNode => ({ next: new Map(), piece: -1, score: 0 });

/** Cuts texts into the most likely pieces of the vocabulary (a unigram model), in time linear in the text. */
export function createWordPieces(vocabulary: Vocabulary): (text: string) => number[] {
  const root = newNode();
  for (const [piece, [text, score]] of vocabulary.entries()) {
    if (piece < firstPiece) continue;
    let node = root;
    for (const sign of text) {
      const next = node.next.get(sign) ?? newNode();
      node.next.set(sign, next);
      node = next;
    }
    node.piece = piece;
    node.score = score;
  }
  return text => likeliestPieces(root, signsOf(text));
}

/** Spaces are pieces' first sign, U+2581. */
function signsOf(text: string): string[] {
  const normal = text.normalize('NFKC').trim().replace(/\s+/g, '\u2581');
  return normal === '' ? [] : [...`\u2581${normal}`];
}

/** The best way to each place, by the piece that ends there and the place where that piece begins. */
function likeliestPieces(root: TrieNode, signs: readonly string[]): number[] {
  const best = new Float64Array(signs.length + 1).fill(Number.NEGATIVE_INFINITY);
  const piece = new Int32Array(signs.length + 1);
  const begin = new Int32Array(signs.length + 1);
  best[0] = 0;
  const offer = (from: number, to: number, candidate: number, score: number) => {
    const total = (best[from] ?? 0) + score;
    if (total <= (best[to] ?? 0)) return;
    best[to] = total;
    piece[to] = candidate;
    begin[to] = from;
  };
  for (let from = 0; from < signs.length; from += 1) {
    let node: TrieNode | undefined = root;
    for (let to = from; to < signs.length; to += 1) {
      node = node.next.get(signs[to] ?? '');
      if (node === undefined) break;
      if (node.piece >= 0) offer(from, to + 1, node.piece, node.score);
    }
    offer(from, from + 1, unknownPiece, unknownScore);
  }
  return readBack(piece, begin, signs.length);
}

/** Unknown signs in a row are one unknown piece. */
function readBack(piece: Int32Array, begin: Int32Array, length: number): number[] {
  const found: number[] = [];
  for (let at = length; at > 0; at = begin[at] ?? 0) {
    const current = piece[at] ?? unknownPiece;
    if (current !== unknownPiece || found.at(-1) !== unknownPiece) found.push(current);
  }
  return found.reverse();
}

import { readFile } from 'node:fs/promises';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { ready, setBackend, type Tensor, tensor1d, tensor2d } from '@tensorflow/tfjs-core';

/** Where the parts of the built-in model lie. */
export interface ModelFiles {
  /** Folder of `model.json`, `vocab.json` and the weights, ending with a slash. */
  readonly weights: URL;
  /** Folder of the WebAssembly programs, as a path ending with a separator. */
  readonly programs: string;
}

export type EmbedTexts = (texts: readonly string[]) => Promise<Float32Array[]>;

/** Numbers in a vector of the model. */
const dimensions = 512;
/** What a text is about is said by then; attention costs the square of the length. */
const longestText = 256;
/** More at once would not be faster: a batch is as long as its longest text. */
const batchSize = 4;

interface ModelJson {
  readonly modelTopology: object;
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly object[];
  }[];
}

/** Universal Sentence Encoder Lite: English, 512 numbers of unit length a text, the same with or without company. */
export async function loadUseLite(files: ModelFiles): Promise<EmbedTexts> {
  // Bundled as a module, the backend's loader still asks for the folder that CommonJS gives every file.
  Object.assign(globalThis, { __dirname: files.programs });
  setWasmPaths(files.programs);
  setThreadsCount(1);
  await setBackend('wasm');
  await ready();
  const toPieces = createWordPieces(await readJson<Vocabulary>(new URL('vocab.json', files.weights)));
  const model = await loadModel(files.weights);
  return async texts => {
    const pieces = texts.map(text => toPieces(text).slice(0, longestText));
    // Texts of like length together: nothing is filled up.
    const order = [...pieces.keys()].sort(
      (left, right) => (pieces[left]?.length ?? 0) - (pieces[right]?.length ?? 0),
    );
    const vectors = new Map<number, Float32Array>();
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.slice(start, start + batchSize);
      const found = await embedBatch(
        model,
        batch.map(index => pieces[index] ?? []),
      );
      for (const [place, index] of batch.entries())
        vectors.set(index, found.slice(place * dimensions, (place + 1) * dimensions));
    }
    return texts.map((_, index) => vectors.get(index) ?? new Float32Array(dimensions));
  };
}

/** An empty text would be no row of the batch, so it is the unknown piece. */
async function embedBatch(model: GraphModel, texts: readonly (readonly number[])[]): Promise<Float32Array> {
  const filled = texts.map(pieces => (pieces.length === 0 ? [0] : pieces));
  const places = filled.flatMap((pieces, text) => pieces.map((_, at): [number, number] => [text, at]));
  const indices = tensor2d(places, [places.length, 2], 'int32');
  const values = tensor1d(filled.flat(), 'int32');
  // The model has one output.
  const output = (await model.executeAsync({ indices, values })) as Tensor;
  const vectors = await output.data();
  for (const tensor of [indices, values, output]) tensor.dispose();
  return Float32Array.from(vectors);
}

async function loadModel(weights: URL): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = await readJson<ModelJson>(new URL('model.json', weights));
  const shards = await Promise.all(
    weightsManifest.flatMap(({ paths }) => paths).map(path => readFile(new URL(path, weights))),
  );
  const all = Buffer.concat(shards);
  return loadGraphModel({
    load: async () => ({
      modelTopology,
      // The manifest is the library's own format.
      weightSpecs: weightsManifest.flatMap(group => group.weights) as never,
      weightData: all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength),
    }),
  });
}

/** The files belong to the program, so their shape is known. */
async function readJson<Value>(file: URL): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}

/** A vocabulary of word pieces: the piece and the logarithm of how often it is used. */
type Vocabulary = readonly (readonly [piece: string, score: number])[];

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
function createWordPieces(vocabulary: Vocabulary): (text: string) => number[] {
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

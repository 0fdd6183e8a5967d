/** Vectors of one collection, compared with a query all at once. */
export interface VectorIndex {
  readonly size: number;
  /** Of two vectors whose cosines differ by more than this, the one with the higher cosine is the more alike indeed. */
  readonly tolerance: number;
  /** Cosines of all vectors with a query of unit length, in the order they were added; within 0.01 of the exact ones. */
  cosines(query: Float32Array): Float32Array;
}

const pageBytes = 65_536;
/** The program reads 16 numbers at a time. */
const stride = 16;
const largestByte = 127;
const largestShort = 32_767;
/**
 * How many steps of rounding two cosines may be off together. Each number is off by half a step at most, in either
 * direction: with a query of length 1 the sum is beyond three steps for one vector in 30 millions (Hoeffding).
 */
const stepsOff = 6;
/** Sums of products are kept in 32 bits. */
const largestSum = 2 ** 31 - 1;

/**
 * Exact scan over vectors of unit length, kept as one byte a number: a quarter of the memory and many times the speed.
 * What it ranks first may be compared again with the stored numbers.
 */
export function createVectorIndex(dimensions: number, capacity: number) {
  const width = Math.ceil(dimensions / stride) * stride;
  const queryAt = 0;
  const rowsAt = width * 2;
  const sumsAt = rowsAt + width * capacity;
  const program: ScanProgram = startScanProgram();
  const neededPages = Math.ceil((sumsAt + capacity * 4) / pageBytes);
  if (neededPages > 1) program.memory.grow(neededPages - 1);
  const { buffer } = program.memory;
  const rows = new Int8Array(buffer, rowsAt, width * capacity);
  const query16 = new Int16Array(buffer, queryAt, width);
  const scales = new Float32Array(capacity);
  // As fine as the sums allow, so that hardly any of the error is the query's.
  const largestOfQuery = Math.min(largestShort, Math.floor(largestSum / (width * largestByte)));
  let size = 0;
  let coarsest = 0;
  return {
    get size() {
      return size;
    },
    get tolerance() {
      return stepsOff * coarsest;
    },
    /** Adds a vector; one of another length counts as unlike everything. */
    add(vector: Float32Array): void {
      const step = vector.length === dimensions ? quantize(vector, rows, size * width, largestByte) : 0;
      scales[size] = step;
      coarsest = Math.max(coarsest, step);
      size += 1;
    },
    cosines(query: Float32Array): Float32Array {
      const found = new Float32Array(size);
      if (query.length !== dimensions) return found;
      const scale = quantize(query, query16, 0, largestOfQuery);
      program.scan(queryAt, rowsAt, size, width, sumsAt);
      const sums = new Int32Array(buffer, sumsAt, size);
      for (let at = 0; at < size; at += 1) found[at] = (sums[at] ?? 0) * scale * (scales[at] ?? 0);
      return found;
    },
  } satisfies VectorIndex & { add(vector: Float32Array): void };
}

/** Writes a vector as whole numbers up to a largest one; returns what one of them stands for. */
function quantize(
  vector: Float32Array,
  target: Int8Array | Int16Array,
  offset: number,
  largestNumber: number,
): number {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  if (largest === 0) return 0;
  const factor = largestNumber / largest;
  for (let at = 0; at < vector.length; at += 1) target[offset + at] = Math.round((vector[at] ?? 0) * factor);
  return 1 / factor;
}

/**
 * Sums of products of 8-bit numbers, 16 at a time, as a WebAssembly program of 215 bytes; a loop in JavaScript takes ten
 * times as long. `scan-program.wat` beside it is its source; `wat2wasm --enable-simd` makes these bytes of it.
 */
const program =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcRAgZtZW1vcnkCAARzY2FuAAAKpQEBogECAn8CewJAA0AgAkUNASABIANqIQUgACEG' +
  '/QwAAAAAAAAAAAAAAAAAAAAAIQcDQCAB/QAEACEIIAcgCP2HASAG/QAEAP26ASAI/YgBIAb9AAQQ/boB/a4B/a4BIQcgBkEgaiEGIAFB' +
  'EGohASABIAVJDQALIAQgB/0bACAH/RsBaiAH/RsCIAf9GwNqajYCACAEQQRqIQQgAkEBayECDAALCws=';

/** What is used of the platform's global, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

interface ScanProgram {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Addresses of the query (16-bit), the rows (8-bit), how many rows of which width, and of the sums (32-bit). */
  scan(query: number, rows: number, count: number, width: number, sums: number): void;
}

/** One program with a memory of its own; it goes when nobody holds it. */
function startScanProgram(): ScanProgram {
  const module = new WebAssembly.Module(Buffer.from(program, 'base64'));
  const { exports } = new WebAssembly.Instance(module);
  return exports as ScanProgram; // what the program above exports
}

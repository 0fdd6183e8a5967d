import type { Variables } from '../../../shared/rules/evaluation/test-condition.ts';

/** That requests with one value of a variable name a memory themselves. */
export interface AskedPattern {
  readonly memory: string;
  readonly field: string;
  readonly value: string | number | boolean;
  /** Requests that have the value and name the memory, that name it, that have the value. */
  readonly both: number;
  readonly asked: number;
  readonly having: number;
  readonly examples: string[];
}

interface Counted {
  readonly field: string;
  readonly value: string | number | boolean;
  readonly examples: string[];
  requests: number;
}

interface AskingRequest {
  readonly id: string;
  readonly variables: Variables;
  readonly weight: number;
  /** The memories that it names. */
  readonly memories: readonly string[];
}

/** A variable with more values than this names things, such as a thread or a text; no rule is about that. */
const mostValues = 50;
const longestValue = 100;
const mostFields = 500;
const mostExamples = 3;
/** How many of those with the value must name it, and how many of those that name it must have the value. */
const leastPrecision = 0.8;
const leastRecall = 0.5;

/** Counts which memories requests name themselves, beside the values of their variables. */
export class AskedMemories {
  /** Values by field; undefined for a field that has too many. */
  readonly #having = new Map<string, Map<string, Counted> | undefined>();
  readonly #asked = new Map<string, number>();
  readonly #both = new Map<string, Map<string, Counted>>();

  add({ id, variables, weight, memories }: AskingRequest): void {
    for (const [field, value] of variables) {
      if (!isPlain(value)) continue;
      const counted = this.#countValue(field, value, weight);
      if (!counted) continue;
      for (const memory of memories) {
        const both = this.#both.get(memory) ?? new Map<string, Counted>();
        this.#both.set(memory, both);
        const one = countIn(both, `${field} ${JSON.stringify(value)}`, { field, value, weight });
        if (one.examples.length < mostExamples) one.examples.push(id);
      }
    }
    for (const memory of memories) this.#asked.set(memory, (this.#asked.get(memory) ?? 0) + weight);
  }

  /** The value that goes best with naming a memory, for each that is named often. */
  patterns(enough: number): AskedPattern[] {
    return [...this.#asked].flatMap(([memory, asked]) => {
      if (asked < enough) return [];
      const found = [...(this.#both.get(memory)?.values() ?? [])].flatMap(one =>
        this.#judge(memory, one, asked),
      );
      const [best] = found.toSorted(
        (left, right) => right.both / right.having - left.both / left.having || right.both - left.both,
      );
      return best === undefined ? [] : [best];
    });
  }

  #judge(memory: string, { field, value, requests, examples }: Counted, asked: number): AskedPattern[] {
    const having = this.#having.get(field)?.get(JSON.stringify(value))?.requests ?? 0;
    if (having === 0 || requests / having < leastPrecision || requests / asked < leastRecall) return [];
    const counts = { both: Math.round(requests), asked: Math.round(asked), having: Math.round(having) };
    return [{ memory, field, value, ...counts, examples }];
  }

  #countValue(field: string, value: string | number | boolean, weight: number): boolean {
    if (!this.#having.has(field) && this.#having.size < mostFields) this.#having.set(field, new Map());
    const values = this.#having.get(field);
    if (values === undefined) return false;
    if (values.size >= mostValues) {
      this.#having.set(field, undefined);
      return false;
    }
    countIn(values, JSON.stringify(value), { field, value, weight });
    return true;
  }
}

function countIn(
  counts: Map<string, Counted>,
  key: string,
  { field, value, weight }: Pick<Counted, 'field' | 'value'> & { readonly weight: number },
): Counted {
  const known = counts.get(key) ?? { field, value, examples: [], requests: 0 };
  counts.set(key, known);
  known.requests += weight;
  return known;
}

/** Values that a condition can be about and a person would name. */
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= longestValue);

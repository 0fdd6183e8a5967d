import { readFileSync } from 'node:fs';

/** One golden case: `input` goes to the procedure, `expect` names what is compared. */
export interface GoldenCase<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expect: Expected;
}

/** Reads `test/golden/<area>.json`; the caller says which shape the area has. */
export function readGolden(area: string): unknown {
  return JSON.parse(readFileSync(new URL(`../golden/${area}.json`, import.meta.url), 'utf8'));
}

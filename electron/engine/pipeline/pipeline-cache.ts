import type { PipelineCache, RememberedRun } from '../ports.ts';
import { resultElements } from './step-result.ts';

/** At most so many runs ... */
const mostRuns = 500;
/** ... with contents of so many UTF-16 units in all. */
const mostUnits = 8 * 1024 * 1024;

/** A bounded memory of pipeline runs (`cached`). */
export function createPipelineCache(limits = { runs: mostRuns, units: mostUnits }): PipelineCache {
  const known = new Map<string, { readonly run: RememberedRun; readonly units: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= known.get(key)?.units ?? 0;
    known.delete(key);
  };
  return {
    get(key) {
      const entry = known.get(key);
      if (entry === undefined) return undefined;
      // Moves it to the young end.
      known.delete(key);
      known.set(key, entry);
      return entry.run;
    },
    set(key, run) {
      forget(key);
      const units = key.length + unitsOf(run);
      // One that leaves no room for others is not worth it.
      if (units > limits.units / 4) return;
      known.set(key, { run, units });
      total += units;
      for (const oldest of known.keys()) {
        if (known.size <= limits.runs && total <= limits.units) break;
        forget(oldest);
      }
    },
  };
}

/** Elements that several steps hold are counted for each: too many rather than too few. */
function unitsOf({ results }: RememberedRun): number {
  let units = 0;
  for (const result of results.values())
    for (const element of resultElements(result)) units += element.content.length + 200;
  return units;
}

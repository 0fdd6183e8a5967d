import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose files take longest come first, so that at the end short files fill up what is left of all cores. */
const order = ['e2e', 'integration', 'alone'];

/**
 * The order of files: by project, then what walks all procedures, then the largest. Not by what took long the last time:
 * what takes long often waits, and workers that all wait at once leave the cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]));
    const sizeOf = ({ moduleId }: TestSpecification): number => sizes.get(moduleId) ?? 0;
    return files.toSorted((left, right) => rank(left) - rank(right) || sizeOf(right) - sizeOf(left));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  const place = order.indexOf(project.name);
  if (place >= 0) return place;
  return moduleId.includes('/test/conformance/') ? order.length : order.length + 1;
}

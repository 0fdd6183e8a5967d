import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose files take longest come first, so that at the end short files fill up what is left of all cores. */
const order = ['e2e', 'integration', 'alone'];

/** The order of files: by project, then what walks all procedures, then by what took long the last time, or is large. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  const place = order.indexOf(project.name);
  if (place >= 0) return place;
  return moduleId.includes('/test/conformance/') ? order.length : order.length + 1;
}

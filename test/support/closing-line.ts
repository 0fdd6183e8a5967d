import type { Reporter, TestCase } from 'vitest/node';

/** Ends a run with one plain line of counts, alone and last, for people and scripts that read the end of a log. */
export class ClosingLineReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'pending') this.#counts[state] += 1;
  }

  onTestModuleEnd(module: { state(): string; errors(): readonly unknown[] }): void {
    // A file that failed outside of its tests counts as one failure.
    if (module.errors().length > 0) this.#counts.failed += 1;
  }

  onTestRunEnd(_modules: unknown, unhandled: readonly unknown[]): void {
    this.#counts.failed += unhandled.length;
    process.once('exit', code => {
      const { passed, skipped } = this.#counts;
      // Whatever else made the run fail, such as its set-up, must show in the line too.
      const failed = this.#counts.failed || (code === 0 ? 0 : 1);
      process.stdout.write(
        `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}

import type { KeptParts, PartKind } from '../../storage/kept-parts.ts';
import type { Needs } from './call.ts';
import type { OpenProject } from './project.ts';

/** What is kept of a work between its runs. */
interface Work {
  isRunning: boolean;
  restUntilMs: number;
}

/** A work that goes on while everybody else does; `failed` tells that it does not for now. */
interface BackgroundWork extends PartKind<Work> {
  readonly failed: string;
}

export const backgroundWork = (failed: string): BackgroundWork => ({
  make: () => ({ isRunning: false, restUntilMs: 0 }),
  failed,
});

/** After a failure a work is left alone for a while: it may be an endpoint that is not running. */
const restMs = 60_000;

/**
 * Runs a work unless it runs already, failed just now or the project is not trusted; only in programs that stay. Nobody
 * waits for it, so a failure is told in the log.
 */
export function runInBackground(
  background: BackgroundWork,
  parts: KeptParts,
  { trust }: Pick<OpenProject, 'trust'>,
  { world: { clock }, logger, stays }: Needs<'world' | 'logger' | 'stays'>,
  run: () => Promise<unknown>,
): void {
  if (!stays) return;
  const work = parts.of(background);
  if (work.isRunning || clock.monotonicMs() < work.restUntilMs || !trust.isTrusted()) return;
  work.isRunning = true;
  run()
    .catch(error => {
      work.restUntilMs = clock.monotonicMs() + restMs;
      logger.info(background.failed, { error: String(error) });
    })
    .finally(() => {
      work.isRunning = false;
    });
}

import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { type AssembleInput, assemble } from '../../engine/assembly/assemble.ts';
import type { Needs } from './call.ts';
import type { ItemPolicy } from './config.ts';
import type { OpenProject } from './project.ts';

/** What an assembly that nobody hears of takes. */
export type QuietNeeds = Needs<'cancel' | 'ports' | 'compiled' | 'redact'>;

/**
 * Assembles what a request would come to that its user makes, for who only looks at it. The policy is asked for: without
 * one the context would be another than the request gets. Rejects as `assemble` does.
 */
export const assembleQuietly = (
  input: Omit<AssembleInput, 'giver'> & ItemPolicy,
  { ports, cancel, compiled, redact }: QuietNeeds,
  project: OpenProject | undefined,
): Promise<AssembledContext> =>
  assemble(
    { ...input, giver: 'user' },
    { ports: ports(project), cancel, emit: silent, requestId: 'quiet', compiled, redact },
  );

export const silent = (_event: AssemblyEventBody): void => {};

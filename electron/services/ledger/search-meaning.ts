import { messageOf } from '../../../shared/contract/errors.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { ClockPort } from '../../engine/ports.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import type { EmbedderPort } from '../project/world.ts';
import { embedLedger } from './embed-ledger.ts';
import type { LedgerSource } from './ledger-source.ts';
import { meaningStore } from './meaning-store.ts';

/** How alike a ledger's records are to a question in meaning, or why words alone decide. */
export type FoundMeaning =
  | { readonly kind: 'semantic'; readonly relevance: Float32Array; readonly note?: string }
  | { readonly kind: 'keyword'; readonly note: string };

/** What is looked at of a question; a task may be a whole file. */
const longestQuery = 2000;
/** Whoever assembles does not wait longer for a question's vector; it is there the next time. */
const longestWaitMs = 2000;

/** Compares a question with what of a ledger is embedded, and lets the rest be embedded meanwhile. */
export async function searchMeaning(
  project: OpenProject | undefined,
  source: LedgerSource,
  query: string,
  needs: Needs<'world' | 'logger' | 'stays'>,
): Promise<FoundMeaning> {
  const { meaningKeys, index } = source;
  if (project === undefined || meaningKeys === undefined)
    return words('a ledger that comes with the call is searched by words');
  if (!project.trust.isTrusted()) return words('nothing of a project that is not trusted is embedded');
  const { embedder: id, redaction_mode } = await configOf(project);
  const { clock, embedder } = needs.world;
  if (id === 'none') return words('the configuration says that nothing is embedded');
  if (!embedder.ids.includes(id)) return words(`there is no embedder "${id}" here`);
  if (query.trim() === '') return words('the task is empty');
  const store = meaningStore(project.content, { ...source, meaningKeys }, id);
  await store.load();
  embedLedger(project, needs);
  if (store.size === 0) return words('nothing of the ledger is embedded yet');
  // It may go to somebody else's machine.
  const asked = redactValue(query.slice(0, longestQuery), redaction_mode);
  const vector = await embedInTime(embedder, clock, id, asked);
  if (typeof vector === 'string') return words(vector);
  const relevance = store.relevance(vector);
  if (relevance === undefined)
    return words(`${store.size} embedded records are too few to tell what is alike for "${id}"`);
  const isWhole = store.missing(1).length === 0;
  return {
    kind: 'semantic',
    relevance,
    ...(!isWhole && { note: `${store.size} of ${index.size} records are embedded so far` }),
  };
}

/** Relevance by place, where meaning is known. */
export const relevanceIn = (found: FoundMeaning): Float32Array | undefined =>
  found.kind === 'semantic' ? found.relevance : undefined;

const words = (note: string): FoundMeaning => ({ kind: 'keyword', note });

/** A question's vector, or why there is none: what words say is worth more than an error. */
function embedInTime(
  embedder: EmbedderPort,
  clock: ClockPort,
  id: string,
  query: string,
): Promise<Float32Array | string> {
  return new Promise(resolve => {
    const callOff = clock.after(longestWaitMs, () =>
      resolve(`the embedder "${id}" did not answer within ${longestWaitMs / 1000} s`),
    );
    const settle = (found: Float32Array | string): void => {
      callOff();
      resolve(found);
    };
    embedder.embed(id, [query]).then(
      ([vector]) => settle(vector ?? `the embedder "${id}" answered without a vector`),
      error => settle(messageOf(error)),
    );
  });
}

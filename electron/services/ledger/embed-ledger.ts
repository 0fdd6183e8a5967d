import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { meaningText } from '../../engine/ledger/ledger-item.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import {
  findVectors,
  noVectors,
  putVectors,
  type TextVector,
} from '../../storage/embeddings/embedding-table.ts';
import { backgroundWork, runInBackground } from '../project/background-work.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { type LedgerSource, meaningKey, storedLedger } from './ledger-source.ts';
import type { MeaningKeys } from './meaning-keys.ts';
import { type MeaningStore, meaningStore } from './meaning-store.ts';

/** Texts for one question to the embedder: few, so that a user's question is not long behind them. */
const batchSize = 4;
/** Texts of one round, whose vectors are written together. */
const roundSize = 32;
/** What comes within this time is embedded together and written once: many agents would keep disk and processor busy for each text. */
const gatherMs = 250;
const embedding = backgroundWork('the ledger is not embedded further for now');

/**
 * Embeds in the background what of a ledger is not embedded yet, the last written first. Not for commands that ask once
 * and go.
 */
export function embedLedger(project: OpenProject, needs: Needs<'world' | 'logger' | 'stays'>): void {
  runInBackground(embedding, project.parts, project, needs, () => embedMissing(project, needs));
}

/** Ends when all is embedded; or with the project, whose database then refuses. */
async function embedMissing(project: OpenProject, needs: Needs<'world'>): Promise<void> {
  const { embedder } = needs.world;
  for (;;) {
    await new Promise<void>(resume => setTimeout(resume, gatherMs).unref());
    const { embedder: id, redaction_mode } = await configOf(project);
    if (!embedder.ids.includes(id)) return;
    const source = await storedLedger(project.content);
    const { meaningKeys } = source;
    if (meaningKeys === undefined) return;
    const store = meaningStore(project.content, { ...source, meaningKeys }, id);
    await store.load();
    const next = await nextTexts({ ...source, meaningKeys }, store);
    if (next.length === 0) return;
    const embed = (texts: readonly string[]) =>
      // They may go to somebody else's machine.
      embedder.embed(id, redactValue(texts, redaction_mode));
    const vectors = await vectorsOf(project.content, id, next, embed);
    for (const { place, hash } of next) {
      const vector = vectors.get(hash);
      if (vector === undefined) throw new Error(`the embedder "${id}" answered without a vector`);
      store.add(place, vector);
    }
  }
}

/** The vectors of texts by key. Equal texts, and what another process embedded, are there already. */
async function vectorsOf(
  content: ContentDatabase,
  id: string,
  next: readonly NextText[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<ReadonlyMap<string, Float32Array>> {
  const hashes = next.map(({ hash }) => hash);
  const known = await content.read(database => findVectors(database, id, hashes), noVectors);
  const texts = [...new Map(next.map(({ hash, text }) => [hash, text]))].filter(([hash]) => !known.has(hash));
  const made: TextVector[] = [];
  for (let at = 0; at < texts.length; at += batchSize) {
    const batch = texts.slice(at, at + batchSize);
    const vectors = await embed(batch.map(([, text]) => text));
    for (const [place, [hash]] of batch.entries()) {
      const vector = vectors[place];
      if (vector !== undefined) made.push({ hash, vector });
    }
  }
  if (made.length > 0) await content.write(database => putVectors(database, id, made));
  return new Map([...known, ...made.map(({ hash, vector }) => [hash, vector] as const)]);
}

interface NextText {
  readonly place: number;
  readonly hash: string;
  readonly text: string;
}

/** The next texts to embed, all of them what stands at their place in this moment. */
async function nextTexts(
  { index, meaningKeys, read }: LedgerSource & { readonly meaningKeys: MeaningKeys },
  store: MeaningStore,
): Promise<NextText[]> {
  for (;;) {
    const places = store.missing(roundSize);
    const found: NextText[] = [];
    for (const place of places) {
      const item = index.itemAt(place);
      const [stored] = item === undefined ? [] : await read([item]);
      const hash = meaningKeys.at(place);
      // Replaced meanwhile: its new text has a place of its own.
      if (stored === undefined || meaningKey(stored.record) !== hash) store.leave(place);
      else found.push({ place, hash, text: meaningText(stored.record) });
    }
    if (places.length === 0 || found.length > 0) return found;
  }
}

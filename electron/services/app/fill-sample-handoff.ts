import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConfidencePoint } from '../../../shared/model/handoff.ts';
import { failureSchema, packageDraftSchema } from '../../../shared/model/handoff.ts';
import { firstConfidence } from '../../../shared/model/package-words.ts';
import { confidenceAfter } from '../../engine/handoff/error-learning.ts';
import { errorSignature, signatureKey } from '../../engine/handoff/error-signature.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { putPattern } from '../../storage/handoff/error-pattern-table.ts';
import { addPackage } from '../../storage/handoff/package-table.ts';
import { putSession } from '../../storage/handoff/session-table.ts';
import type { OpenProject } from '../project/project.ts';

const age = { hours_ago: z.number() };
const handoffFileSchema = z.strictObject({
  sessions: z.array(z.strictObject({ session_id: z.string(), project_id: z.string() })),
  packages: z.array(
    packageDraftSchema
      .omit({ supersedes_id: true, created_at: true })
      .extend({ ...age, key: z.string(), supersedes: z.string().optional() }),
  ),
  error_patterns: z.array(
    failureSchema.extend({
      ...age,
      project_id: z.string(),
      solution: z.string(),
      lang: z.string(),
      occurrences: z.int(),
      helped: z.int(),
      misled: z.int(),
    }),
  ),
});
type HandoffFile = z.infer<typeof handoffFileSchema>;

/** What the sample's agents have left for each other; ages count from now, so that it is fresh whenever it is made. */
export async function fillSampleHandoff(
  { content }: OpenProject,
  filesDir: string,
  nowIso: string,
): Promise<void> {
  const file = handoffFileSchema.parse(JSON.parse(await readFile(join(filesDir, 'handoff.json'), 'utf8')));
  const ago = (hours: number) => new Date(Date.parse(nowIso) - hours * 3_600_000).toISOString();
  await content.write(database => {
    for (const { session_id, project_id } of file.sessions)
      putSession(database, { session_id, metadata: { project_id }, created_at: ago(72), updated_at: nowIso });
    addPackages(database, file.packages, ago);
    for (const pattern of file.error_patterns) addPattern(database, pattern, ago);
  });
}

function addPackages(
  database: WritableDatabase,
  packages: HandoffFile['packages'],
  ago: (hours: number) => string,
): void {
  const ids = new Map<string, number>();
  for (const { key, supersedes, hours_ago, consumers = [], group_id, ...draft } of packages) {
    const supersedes_id = supersedes === undefined ? undefined : ids.get(supersedes);
    const id = addPackage(database, {
      ...draft,
      group_id: group_id ?? null,
      ...(supersedes_id !== undefined && { supersedes_id }),
      size_bytes: Buffer.byteLength(draft.content ?? '', 'utf8'),
      created_at: ago(hours_ago),
      trust: 'project',
      addressees: consumers,
    });
    ids.set(key, id);
  }
}

function addPattern(
  database: WritableDatabase,
  given: HandoffFile['error_patterns'][number],
  ago: (hours: number) => string,
): void {
  const { project_id, solution, lang, occurrences, helped, misled, hours_ago, ...failure } = given;
  const signature = errorSignature(failure);
  const history: ConfidencePoint[] = [
    { at: ago(hours_ago + 500), confidence: firstConfidence, cause: 'recorded' },
  ];
  const causes = [...Array<'helped'>(helped).fill('helped'), ...Array<'misled'>(misled).fill('misled')];
  for (const [index, cause] of causes.entries()) {
    const confidence = confidenceAfter(history.at(-1)?.confidence ?? firstConfidence, cause === 'helped');
    history.push({ at: ago(hours_ago + 400 - index * 50), confidence, cause });
  }
  const pattern = {
    pattern_hash: sha256(signatureKey(signature)),
    project_id,
    signature,
    solution,
    confidence: history.at(-1)?.confidence ?? firstConfidence,
    occurrences,
    lang,
    last_seen: ago(hours_ago),
    created_at: ago(hours_ago + 500),
    ttl_days: 90,
  };
  putPattern(database, { pattern, history });
}

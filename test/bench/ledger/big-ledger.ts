import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../shared/model/ledger.ts';
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts';

const folders = [
  'auth',
  'ui',
  'storage',
  'engine',
  'search',
  'mail',
  'booking',
  'billing',
  'deck',
  'jobs',
] as const;
const parts = [
  'token',
  'view',
  'index',
  'queue',
  'policy',
  'report',
  'sync',
  'cache',
  'form',
  'route',
] as const;
/** Files and their folders, as many as a large project has. */
export const ledgerScopes: readonly string[] = folders.flatMap(folder => [
  `src/${folder}`,
  ...parts.flatMap(part => [`src/${folder}/${part}`, `src/${folder}/${part}/${part}.ts`]),
]);

/** Sentences as agents write them: a few telling words, some of them on every second entry. */
export const ledgerTasks: readonly string[] = [
  'Fix the token refresh in the login form when the session cache is full',
  'Add an index so that the booking search stays fast with many sailings',
  'Why does the mail queue send messages twice after a deploy?',
  'Review the migration of the billing policy and its report',
  'word1 word2 word3 word50 word400 word3000',
  'Make the deck view accessible',
];

const taskWords = ledgerTasks.flatMap(task => task.toLowerCase().match(/[a-z0-9]+/g) ?? []);
const entryTypes = [
  'need',
  'finding',
  'finding',
  'finding',
  'warning',
  'question',
  'status',
  'answer',
] as const;
const yearMs = 365 * 86_400_000;
const endMs = Date.parse('2026-11-22T00:00:00Z');

/** A ledger of so many records over three years; the same each time. */
export function createBigLedger({
  entries,
  decisions,
}: {
  readonly entries: number;
  readonly decisions: number;
}): {
  readonly decisions: readonly LedgerDecision[];
  readonly entries: readonly LedgerEntry[];
} {
  const random = createSeededRandom(5);
  return {
    decisions: Array.from({ length: decisions }, (_, at) => decisionAt(random, at)),
    entries: Array.from({ length: entries }, (_, at) => entryAt(random, at)),
  };
}

/** The same records one by one: of a million not all are in memory at once. */
export function* bigLedgerRecords({
  entries,
  decisions,
}: {
  readonly entries: number;
  readonly decisions: number;
}): Generator<LedgerRecord> {
  const random = createSeededRandom(5);
  for (let at = 0; at < decisions; at += 1) yield { kind: 'decision', decision: decisionAt(random, at) };
  for (let at = 0; at < entries; at += 1) yield { kind: 'entry', entry: entryAt(random, at) };
}

function entryAt(random: SeededRandom, at: number): LedgerEntry {
  const entry_type = random.pick(entryTypes);
  return {
    id: `E${String(at).padStart(6, '0')}`,
    timestamp: moment(random),
    agent_id: `agent-${random.between(1, 20)}`,
    entry_type,
    tags: [],
    scope: random.next() < 0.1 ? 'project' : pickScope(random),
    summary: sentence(random, 12),
    detail: sentence(random, 40),
    ...(random.next() < 0.5 && entry_type !== 'finding' && { resolved_at: moment(random) }),
  };
}

function decisionAt(random: SeededRandom, at: number): LedgerDecision {
  return {
    id: `D${String(at).padStart(6, '0')}`,
    timestamp: moment(random),
    agent_id: `agent-${random.between(1, 20)}`,
    domain: random.pick(folders),
    scope: pickScope(random),
    summary: sentence(random, 12),
    context: sentence(random, 40),
    rationale: sentence(random, 40),
    constraints: [],
    alternatives: [],
    depends_on: [],
    confidence: random.pick(['high', 'medium', 'low']),
    status: random.pick(['active', 'active', 'active', 'active', 'provisional', 'superseded', 'overridden']),
    reversible: true,
    affected_files: [pickScope(random), pickScope(random)],
    affected_symbols: [],
    commit_hashes: [],
  };
}

const moment = (random: SeededRandom): string => new Date(endMs - random.next() * 3 * yearMs).toISOString();
const pickScope = (random: SeededRandom): string =>
  ledgerScopes[random.between(0, ledgerScopes.length - 1)] ?? 'project';

/** Words as languages have them: few very often, many hardly ever (Zipf), and the tasks' own among them. */
function sentence(random: SeededRandom, words: number): string {
  return Array.from({ length: words }, () =>
    random.next() < 0.2
      ? (taskWords[random.between(0, taskWords.length - 1)] ?? '')
      : `word${Math.floor(20_000 ** random.next())}`,
  ).join(' ');
}

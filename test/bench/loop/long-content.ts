import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Input, ProcedureName } from '../../../shared/contract/contract.ts';
import { measureTurns } from '../../support/walk-inputs.ts';
import { createBigLedger, ledgerTasks } from '../ledger/big-ledger.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

/** What one call over much stored content came to. */
export interface LongCall {
  readonly procedure: ProcedureName;
  readonly what: string;
  /** Processor time of the longest stretch in which nothing else of this thread could run. */
  readonly ms: number;
}

/** Calls that read, replace or delete as much as a project of years holds; those with `only` in their name, after what they need. */
export async function* walkLongContent(
  only: string,
  around = (_: string, work: () => Promise<unknown>) => work(),
): AsyncGenerator<LongCall> {
  for (const part of parts) {
    if (!part.some(({ procedure }) => procedure.includes(only))) continue;
    const home = mkdtempSync(join(tmpdir(), 'weft-long-'));
    const app = startBenchApp(join(home, 'user'));
    try {
      await callApp(app, 'project.open', { path: join(home, 'project'), create: true });
      for (const { procedure, what, input } of part) {
        const given = input(home);
        const { longestTurnMs: ms } = await measureTurns(() =>
          around(procedure + what, () => callApp(app, procedure, given)),
        );
        if (procedure.includes(only)) yield { procedure, what, ms };
      }
    } finally {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    }
  }
}

interface LongStep<Name extends ProcedureName = ProcedureName> {
  readonly procedure: Name;
  readonly what: string;
  /** `home` is a folder of its own, in which files may be put. */
  readonly input: (home: string) => Input<Name>;
}

const step = <Name extends ProcedureName>(
  procedure: Name,
  what: string,
  input: LongStep<Name>['input'],
): LongStep<Name> => ({ procedure, what, input });

const conversation_id = 'long';
const talk = (word: string): Input<'conversations.import'> => ({
  id: conversation_id,
  messages: messages(60_000, word),
  embedder: 'none',
});

/** Each part in a project of its own, its calls one after the other. */
const parts: readonly (readonly LongStep[])[] = [
  [
    step('conversations.import', '60,000 messages', () => talk('first')),
    step('conversations.import', '60,000 messages in place of as many', () => talk('second')),
    step('conversations.import', 'one message behind 60,000', () => ({
      id: conversation_id,
      messages: messages(1, 'last'),
      append: true,
      embedder: 'none',
    })),
    step('conversations.get', 'all of 60,000 messages', () => ({ conversation_id, limit: 100_000 })),
    step('conversations.search', 'in 60,000 messages', () => ({ query: 'harbour of the ferry' })),
    step('conversations.delete', '60,000 messages', () => ({ conversation_id })),
  ],
  [
    step('ledger.import', '110,000 records', home => ({ from: writeLedger(home) })),
    step('ledger.import', 'the same again', home => ({ from: join(home, 'files') })),
    step('ledger.assemble', 'of 110,000 records', () => ({ task: 'Why is the mail queue slow?' })),
    step('ledger.list', 'of 110,000 records', () => ({})),
    step('ledger.list', 'those far behind of 110,000 records', () => ({ offset: 90_000, limit: 100 })),
    step('ledger.list', 'with some words of 110,000 records', () => ({ query: ledgerTasks[0] })),
    step('ledger.search', 'in 110,000 records', () => ({ query: ledgerTasks[0] ?? '' })),
    step('ledger.facets', 'of 110,000 records', () => ({})),
    step('ledger.conflicts', 'among 10,000 decisions', () => ({})),
    step('ledger.get', 'one of 110,000 records', () => ({ id: 'D000001' })),
    step('ledger.summarize', '110,000 records', () => ({})),
    step('ledger.whatChanged', 'in 110,000 records', () => ({ since: '2024-01-01T00:00:00Z' })),
    step('ledger.decide', 'beside 10,000 decisions', () => ({
      domain: 'auth',
      summary: ledgerTasks[0] ?? '',
      rationale: 'why',
      scope: 'src/auth',
    })),
    step('ledger.post', 'behind 110,000 records', () => ({ entry_type: 'finding', summary: 'found' })),
    step('ledger.export', '110,000 records', () => ({})),
  ],
  [
    step('ledger.sync', '20,000 records from a folder', home => {
      writeShared(home);
      return { folder: 'shared' };
    }),
    step('ledger.sync', 'the same to another folder', () => ({ folder: 'other' })),
  ],
  [
    step('documents.import', '2,000 files with 40,000 sections', () => documents('first')),
    step('documents.import', 'the same in place of as many', () => documents('second')),
    step('documents.delete', 'all of them', () => ({ collection: 'notes' })),
  ],
];

const words = 'ferry deck hold scanner ticket harbour migration table lock queue refund'.split(' ');

function messages(size: number, word: string) {
  return Array.from({ length: size }, (_, at) => ({
    id: `${word}-${at}`,
    index: at,
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parts: `Message ${at}, the ${word}, is about the ${words[at % words.length]} of ${words[(at * 7) % words.length]}.`,
  }));
}

function documents(word: string): Input<'documents.import'> {
  const section = (at: number) =>
    `## The ${word} ${at}\n\nOf the ${words[at % words.length]} and the ${words[(at * 5) % words.length]}.\n`;
  const text = Array.from({ length: 20 }, (_, at) => section(at)).join('\n');
  return {
    collection: 'notes',
    files: Array.from({ length: 2000 }, (_, at) => ({
      path: `note-${at}.md`,
      text: `# Note ${at}\n\n${text}`,
    })),
  };
}

/** Of a large project over three years; gives its folder. */
function writeLedger(home: string): string {
  const { decisions, entries } = createBigLedger({ entries: 100_000, decisions: 10_000 });
  const root = join(home, 'files');
  mkdirSync(join(root, '.twining/decisions'), { recursive: true });
  writeFileSync(
    join(root, '.twining/blackboard.jsonl'),
    entries.map(one => `${JSON.stringify(one)}\n`).join(''),
  );
  writeEach(join(root, '.twining/decisions'), decisions);
  return root;
}

/** As git has them for all clones: one file a record. */
function writeShared(home: string): void {
  const { decisions, entries } = createBigLedger({ entries: 10_000, decisions: 10_000 });
  writeEach(join(home, 'project/shared/decisions'), decisions);
  writeEach(join(home, 'project/shared/entries'), entries);
}

function writeEach(folder: string, records: readonly { readonly id: string }[]): void {
  mkdirSync(folder, { recursive: true });
  for (const one of records) writeFileSync(join(folder, `${one.id}.json`), JSON.stringify(one));
}

import { escapeInvisible } from '../../../shared/model/escape-invisible.ts';
import type { SessionDecision, SessionNotes } from '../../../shared/model/health.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';

/** The files of `.rune/`, in the order they are written: the log last, so that it tells what is there. */
export const runeFiles = ['decisions.md', 'conventions.md', 'progress.md', 'session-log.md'] as const;
export type RuneFile = (typeof runeFiles)[number];

/** One record of a file: what a session had to say at a time. */
export interface RuneRecord {
  readonly at: string;
  readonly session_id: string;
  /** Entries, each with its details below it. */
  readonly entries: readonly RuneEntry[];
}

export interface RuneEntry {
  readonly text: string;
  readonly details: readonly { readonly name: string; readonly text: string }[];
}

/** Ends each record: one without it was cut off while it was written, and does not count. */
const end = '<!-- end of record -->';

/** A record as it is appended: a dated heading, a list, the end. Nothing in it can look like another record. */
export function formatRecord({ at, session_id, entries }: RuneRecord): string {
  return [
    `## ${at} session ${JSON.stringify(session_id)}`,
    '',
    ...entries.flatMap(formatEntry),
    '',
    end,
    '',
    '',
  ].join('\n');
}

const formatEntry = ({ text, details }: RuneEntry): string[] => [
  `- ${entryLines(text)}`,
  ...details.map(detail => `  - ${detail.name}: ${indented(detail.text, '    ')}`),
];

/** The whole records of a file, in their order; what somebody wrote in between by hand is passed over. */
export function parseRecords(text: string): RuneRecord[] {
  const records: RuneRecord[] = [];
  let open: { readonly head: { at: string; session_id: string }; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const head = parseHead(line);
    if (head !== undefined) open = { head, lines: [] };
    else if (line === end && open !== undefined) {
      records.push({ ...open.head, entries: parseEntries(open.lines) });
      open = undefined;
    } else open?.lines.push(line);
  }
  return records;
}

function parseHead(line: string): { at: string; session_id: string } | undefined {
  const [, at, quoted] = /^## (\d{4}-\S+Z) session (".*")$/.exec(line) ?? [];
  if (at === undefined || quoted === undefined) return undefined;
  try {
    return { at, session_id: String(JSON.parse(quoted)) };
  } catch {
    return undefined;
  }
}

function parseEntries(lines: readonly string[]): RuneEntry[] {
  const entries: { text: string; details: { name: string; text: string }[] }[] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const [, name, value] = /^ {2}- ([a-z_]+): (.*)$/.exec(line) ?? [];
    if (line.startsWith('- ')) entries.push({ text: line.slice(2), details: [] });
    else if (last !== undefined && name !== undefined) last.details.push({ name, text: value ?? '' });
    else if (last !== undefined) continueLast(last, line);
  }
  return entries;
}

function continueLast(entry: { text: string; details: { text: string }[] }, line: string): void {
  const detail = entry.details.at(-1);
  if (detail === undefined && line.startsWith('  '))
    entry.text += `\n${line.slice(2).replace(/^\\(?=\\*- [a-z_]+: )/, '')}`;
  else if (detail !== undefined && line.startsWith('    ')) detail.text += `\n${line.slice(4)}`;
}

/** Continuation lines stand below their entry, with a sign where they would look like a detail of it. */
const entryLines = (text: string): string => indented(text.replace(/(?<=\n)(?=\\*- [a-z_]+: )/g, '\\'), '  ');

const indented = (text: string, indent: string): string =>
  escapeInvisible(text).split('\n').join(`\n${indent}`);

/** What of a session its files do not have. */
export interface RuneNews {
  readonly decisions: readonly RuneEntry[];
  readonly conventions: readonly RuneEntry[];
  /** How it stands, as a whole, be it new or not. */
  readonly progress: readonly RuneEntry[];
  readonly isAny: boolean;
}

/** What of the notes of a session is not among the records that its files have of it. Decisions and blockers are word by word. */
export function newsOf(notes: SessionNotes, saved: ReadonlyMap<RuneFile, readonly RuneRecord[]>): RuneNews {
  const entriesIn = (file: RuneFile) => (saved.get(file) ?? []).flatMap(({ entries }) => entries);
  const decisions = without(entriesIn('decisions.md'), (notes.decisions ?? []).map(decisionEntry));
  const conventions = without(entriesIn('conventions.md'), plain(notes.conventions ?? []));
  const progress = [
    ...field('Task', notes.task),
    ...field('Phase', notes.phase),
    ...listField('Files touched', 'file', notes.files),
    ...listField('Remaining', 'task', notes.remaining),
    ...listField('Blockers', 'blocker', notes.blockers),
  ];
  const last = saved.get('progress.md')?.at(-1)?.entries ?? [];
  const isAny = decisions.length + conventions.length > 0 || !isJsonEqual(last, asReadBack(progress));
  return { decisions, conventions, progress, isAny };
}

const without = (saved: readonly RuneEntry[], entries: readonly RuneEntry[]): RuneEntry[] => {
  const known = new Set(saved.map(entry => JSON.stringify(entry)));
  return entries.filter(entry => !known.has(JSON.stringify(asReadBack([entry])[0])));
};

/** As a file has them: with invisible characters spelled out. */
const asReadBack = (entries: readonly RuneEntry[]): readonly RuneEntry[] =>
  parseEntries(entries.flatMap(formatEntry).join('\n').split('\n'));

/** What a save writes into each file; files without news are left out, but for how the session stands. */
export function recordsToSave(
  session: Pick<RuneRecord, 'at' | 'session_id'>,
  { decisions, conventions, progress }: RuneNews,
  { task, phase }: SessionNotes,
  why: string,
): ReadonlyMap<RuneFile, RuneRecord> {
  const log = [
    ...plain([why, `Decisions: ${decisions.length}, conventions: ${conventions.length}`]),
    ...field('Task', task),
    ...field('Phase', phase),
  ];
  const all: readonly (readonly [RuneFile, readonly RuneEntry[]])[] = [
    ['decisions.md', decisions],
    ['conventions.md', conventions],
    ['progress.md', progress],
    ['session-log.md', log],
  ];
  return new Map(
    all.filter(([, entries]) => entries.length > 0).map(([file, entries]) => [file, { ...session, entries }]),
  );
}

/** A decision as it was saved. */
export function savedDecision({ text, details }: RuneEntry): SessionDecision {
  const one = (name: string) => details.find(detail => detail.name === name)?.text;
  const many = (name: string) => details.filter(detail => detail.name === name).map(detail => detail.text);
  const [domain, scope, files, symbols] = [one('domain'), one('scope'), many('file'), many('symbol')];
  if (domain === undefined && scope === undefined && files.length + symbols.length === 0) return text;
  return {
    summary: text,
    ...(domain !== undefined && { domain }),
    ...(scope !== undefined && { scope }),
    ...(files.length > 0 && { affected_files: files }),
    ...(symbols.length > 0 && { affected_symbols: symbols }),
  };
}

function decisionEntry(decision: SessionDecision): RuneEntry {
  if (typeof decision === 'string') return { text: decision, details: [] };
  const { summary, domain, scope, affected_files = [], affected_symbols = [] } = decision;
  return {
    text: summary,
    details: [
      ...(domain === undefined ? [] : [{ name: 'domain', text: domain }]),
      ...(scope === undefined ? [] : [{ name: 'scope', text: scope }]),
      ...affected_files.map(text => ({ name: 'file', text })),
      ...affected_symbols.map(text => ({ name: 'symbol', text })),
    ],
  };
}

const plain = (texts: readonly string[]): RuneEntry[] => texts.map(text => ({ text, details: [] }));

const field = (label: string, text: string | undefined): RuneEntry[] =>
  text === undefined ? [] : plain([`${label}: ${text}`]);

const listField = (label: string, name: string, texts: readonly string[] | undefined): RuneEntry[] =>
  texts === undefined || texts.length === 0
    ? []
    : [{ text: `${label}:`, details: texts.map(text => ({ name, text })) }];

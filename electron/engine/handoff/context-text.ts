import { dataMark, isBelow, originOf, originWords } from '../../../shared/model/authority.ts';
import { escapeInvisible } from '../../../shared/model/escape-invisible.ts';
import type { ErrorPattern, Zone } from '../../../shared/model/handoff.ts';
import type { Origin, Trust } from '../../../shared/model/origin.ts';
import type { PackagePriority } from '../../../shared/model/package-words.ts';

/** What of a package its block shows. */
export interface PackageBlock {
  readonly priority: PackagePriority;
  readonly file_path: string;
  readonly summary: string;
  readonly content?: string | undefined;
  /** How far who left it may be believed; whoever tells a context is believed where it is absent. */
  readonly trust?: Trust;
}

/** Why there are packages and none is shown; `tokens` is the share they did not fit into. */
export type NoneShown =
  | { readonly kind: 'none critical' }
  | { readonly kind: 'too small'; readonly tokens: number };

/** The context of an agent, before it is text. */
export interface ContextParts {
  readonly agent: string;
  readonly zone: Zone;
  readonly usage_pct: number;
  readonly packages: readonly PackageBlock[];
  readonly available: number;
  readonly noneShown?: NoneShown | undefined;
  readonly patterns: readonly ErrorPattern[];
}

const phrases: Readonly<Record<Exclude<Zone, 'Normal'>, string>> = {
  'Soft Warning': 'summaries only',
  Conservative: 'critical packages only',
  'Wrap-up': 'finish what is open, nothing new',
  Emergency: 'checkpoint now, start a fresh session',
};

/** The Markdown of an agent's context: one blank line between parts, a final newline. */
export function contextText(parts: ContextParts): string {
  const { zone } = parts;
  const hasPackages = zone === 'Normal' || zone === 'Soft Warning' || zone === 'Conservative';
  return joinParts([
    heading(parts.agent),
    ...(zone === 'Normal' ? [] : [zoneLine(zone, parts.usage_pct)]),
    ...(hasPackages ? packageParts(parts) : []),
    ...(zone === 'Normal' ? errorParts(parts.patterns) : []),
    ...(zone === 'Normal' || zone === 'Soft Warning' ? overflowParts(parts) : []),
  ]);
}

/** What is given when the store or Weft itself fails; needs nothing that could fail. */
export function fallbackText(agent: string): string {
  return joinParts([
    heading(agent),
    '⚠️ Context is unavailable right now.',
    '**Fallback Mode**: continue with task and role alone.',
  ]);
}

/** What is given when the configuration says that agents get no context. */
export function switchedOffText(agent: string): string {
  return joinParts([
    heading(agent),
    'Context assembly is switched off in the configuration of this project.',
  ]);
}

/** The block of one package; its cost is that of this text. What neither the project nor its user says is marked. */
export function packageBlock({ priority, file_path, summary, content, trust }: PackageBlock): string {
  const mark = trust !== undefined && isBelow(trust, 'project') ? markLines(originOf({ trust })) : [];
  const lines = [...mark, `**[${priority.toUpperCase()}]** ${oneLine(file_path)}`, `> ${oneLine(summary)}`];
  // Quoted line by line: content cannot forge a heading or another package.
  return content === undefined ? lines.join('\n') : [...lines, '>', ...quotedLines(content)].join('\n');
}

/** The block of one error pattern; its cost is that of this text. What an agent or a tool told is marked. */
export function patternBlock({ signature, solution, confidence, occurrences, origin }: ErrorPattern): string {
  const [first = '', ...others] = escapeInvisible(solution).split('\n');
  const times = occurrences === 1 ? 'time' : 'times';
  return [
    ...(origin === undefined ? [] : markLines(origin)),
    `⚠️ **Known Issue**: "${oneLine(signature.error_type)}: ${oneLine(signature.message_pattern)}"`,
    `> **Solution**: ${first}`,
    ...others.map(line => `> ${line}`.trimEnd()),
    `> **Confidence**: ${confidence} (seen ${occurrences} ${times})`,
  ].join('\n');
}

const markLines = (origin: Origin): string[] => [dataMark(originWords[origin]), ''];

const heading = (agent: string): string => `## Context for ${oneLine(agent)}`;

function zoneLine(zone: Exclude<Zone, 'Normal'>, usage: number): string {
  const sign = zone === 'Emergency' ? '🚨' : '🔶';
  return `${sign} **Token budget: ${zone} (${usage.toFixed(1)}%)** - ${phrases[zone]}`;
}

function packageParts({ zone, packages, available, noneShown }: ContextParts): string[] {
  const title = zone === 'Conservative' ? 'Critical Packages Only' : 'Relevant Packages';
  if (noneShown !== undefined)
    return [`### ${title} (0/${available})`, `None of them can be shown here: ${reason(noneShown)}.`];
  if (packages.length === 0)
    return [
      '### Relevant Packages (0/0)',
      'Nothing stored for this session and group; task and role still apply.',
    ];
  return [`### ${title} (${packages.length}/${available})`, ...packages.map(packageBlock)];
}

function reason(none: NoneShown): string {
  return none.kind === 'none critical'
    ? 'none is critical'
    : `the share of ${none.tokens} tokens is too small`;
}

function errorParts(patterns: readonly ErrorPattern[]): string[] {
  if (patterns.length === 0) return [];
  const matches = patterns.length === 1 ? 'match' : 'matches';
  return [`### Error Patterns (${patterns.length} ${matches})`, ...patterns.map(patternBlock)];
}

function overflowParts({ packages, available }: ContextParts): string[] {
  const overflow = available - packages.length;
  return overflow > 0 ? [`📦 +${overflow} more packages available (ask again with a higher limit)`] : [];
}

const quotedLines = (text: string): string[] =>
  escapeInvisible(text)
    .split('\n')
    .map(line => `> ${line}`.trimEnd());

const oneLine = (text: string): string => escapeInvisible(text).replace(/\s+/g, ' ').trim();

const joinParts = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

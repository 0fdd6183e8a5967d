import type { StepTrace } from '../../../../shared/model/assembled-context.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { placeSteps } from '../../../../shared/pipeline/nested-steps.ts';
import type { StepKind, StepWords } from '../../../../shared/pipeline/step-kind.ts';
import { isStepType, stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { textHead } from '../../../../shared/text-head.ts';
import { t, told } from '../../../texts/texts.ts';

/** The parameters of a step in a few words, for its closed row: "keyword · top 10 · collection architecture". */
export function stepSummary({ type, params = {} }: Step): string {
  const kind = stepKind(type);
  return kind.brief(stepWords(kind, params)).filter(Boolean).map(told).join(' · ');
}

function stepWords(kind: StepKind, params: JsonObject): StepWords {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const after = (words: string, name: string) => (text(name) === '' ? '' : `${words} ${text(name)}`);
  const listed = (name: string): readonly unknown[] => {
    const value = params[name];
    return Array.isArray(value) ? value : [];
  };
  return {
    params,
    text,
    used: name => text(name) || String(kind.params[name]?.fallback ?? ''),
    after,
    list: name => listed(name).join(', '),
    length: name => listed(name).length,
    count: (name, noun) => counted(listed(name).length, noun),
    source: after('from', 'source'),
  };
}

/** What a step came to: "12 chunks", "9 of 12 stay", a text in quotes. `read` is how many elements it read. */
export function resultSummary(trace: StepTrace, read: number | undefined, text: string | undefined): string {
  if (trace.result === 'none') return told('nothing');
  if (trace.result === 'text') return text === undefined ? told('1 text') : shortText(text);
  if (trace.result === 'boolean') return text === 'true' ? told('yes') : told('no');
  if (trace.result === 'groups') return counted(trace.count, 'group');
  const kind = isStepType(trace.type) ? stepKind(trace.type) : undefined;
  if (read !== undefined && kind?.narrows === true)
    return t('{count} of {read} stay', { count: trace.count, read });
  return counted(trace.count, kind?.unit ?? 'element');
}

/** Characters of a text result that are quoted in its step's row. */
const longestQuote = 42;

function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length <= longestQuote ? line : `${textHead(line, longestQuote).trimEnd()}…`}”`;
}

/** How many elements each step read: those of its `source`, else of the last list before it. */
export function elementsRead(
  pipeline: readonly Step[],
  traces: readonly StepTrace[],
): (number | undefined)[] {
  const isList = (trace: StepTrace) => trace.result === 'elements' || trace.result === 'groups';
  const placed = placeSteps(pipeline);
  return traces.map(({ alias }, index) => {
    const before = traces.slice(0, index);
    const source = placed.find(place => place.alias === alias)?.step.params?.source;
    const named = before.findLast(trace => trace.alias === source);
    return (named ?? before.findLast(isList))?.count;
  });
}

const counted = (count: number, noun: string): string => told(`${count} ${noun}${count === 1 ? '' : 's'}`);

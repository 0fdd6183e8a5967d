import type { BehaviourDifference, DefinitionDifference } from '../../shared/model/behaviour-difference.ts';
import { escapeInvisibleJson, escapeInvisibleLine } from '../../shared/model/escape-invisible.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { answerSentence, changeParts } from '../../shared/rules/behaviour/behaviour-words.ts';
import { textHead } from '../../shared/text-head.ts';
import { problemText } from '../storage/files/definition-state.ts';

/** Whoever posts comments finds the one of the last run by it. */
export const commentMark = '<!-- weft-behavior-diff -->';

/** GitHub takes 65,536 letters; the rest is for what a workflow puts around it. */
const mostLetters = 55_000;
const mostNameLetters = 120;
const mostRequestLetters = 4_000;

/**
 * What changes in behaviour as the comment of a pull request. Names come from files that anybody may have written: they
 * stand as code, in which nothing is a tag, a link or a mention, on one line each and cut where they are long.
 */
export function behaviourMarkdown(
  { problems, ...difference }: BehaviourDifference & { readonly problems: readonly FileProblem[] },
  since: string,
): string {
  const lines = [
    commentMark,
    '### What the rules do otherwise',
    '',
    `${plain(answerSentence(difference))}, compared with ${code(since)}.`,
    ...problems.flatMap(problem => ['', `Not compared: ${plain(problemText(problem))}`]),
    ...flipLines(difference),
    ...witnessLines(difference),
    ...structureLines(difference),
  ];
  return within(lines);
}

function flipLines({ flips, flipped }: BehaviourDifference): string[] {
  if (flips.length === 0) return [];
  const lines = flips.map(flip => `- ${code(flip.name)} ${changeParts(flip, code).join('; ')}`);
  return ['', ...lines, ...(flipped > flips.length ? [`- and ${flipped - flips.length} more samples`] : [])];
}

function witnessLines({ witness }: BehaviourDifference): string[] {
  if (witness === undefined) return [];
  const json = escapeInvisibleJson(JSON.stringify(witness.request, null, 2));
  const isCut = json.length > mostRequestLetters;
  return [
    '',
    `The request ${changeParts(witness, code).join('; ')}:`,
    '',
    // A text within JSON has no line of its own, so nothing in it ends the block.
    '```json',
    ...(isCut ? [textHead(json, mostRequestLetters), '…'] : [json]),
    '```',
  ];
}

function structureLines({ structure: { engines, memories } }: BehaviourDifference): string[] {
  if (engines.length + memories.length === 0) return ['', 'No rule and no memory differs.'];
  const each = [
    ...engines.flatMap(engine => [
      differenceLine('engine', engine),
      ...engine.rules.map(rule => `  ${differenceLine('rule', rule)}`),
    ]),
    ...memories.map(memory => differenceLine('memory', memory)),
  ];
  return ['', '<details><summary>Rules and memories that differ</summary>', '', ...each, '', closing];
}

const closing = '</details>';
const words = { added: 'added', removed: 'removed', changed: 'changed' } as const;

const differenceLine = (noun: string, { change, id, fields }: DefinitionDifference): string =>
  `- ${words[change]} ${noun} ${code(id)}${fields.length === 0 ? '' : `: ${fields.map(code).join(', ')}`}`;

/** A name as code: one line, with a fence that it does not have in itself. */
function code(name: string): string {
  const shown = escapeInvisibleLine(name);
  const text = shown.length > mostNameLetters ? `${textHead(shown, mostNameLetters)}…` : shown;
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const room = text === '' || /^[` ]|[` ]$/.test(text) ? ' ' : '';
  return `${fence}${room}${text}${room}${fence}`;
}

/** A sentence of ours; what is no letter of a sentence is spelled out as Markdown wants it. */
const plain = (sentence: string): string => escapeInvisibleLine(sentence).replace(/[\\`*_[\]<>#@|]/g, '\\$&');

/** As many whole lines as there is room for, and how many are left out. */
function within(lines: readonly string[]): string {
  let letters = 0;
  let count = 0;
  for (const line of lines) {
    letters += line.length + 1;
    if (letters > mostLetters) break;
    count += 1;
  }
  if (count === lines.length) return `${lines.join('\n')}\n`;
  const told = lines.slice(0, count);
  const isOpen = told.some(line => line.startsWith('<details>'));
  return `${[...told, '', `${lines.length - count} more lines are left out.`, ...(isOpen ? ['', closing] : [])].join('\n')}\n`;
}

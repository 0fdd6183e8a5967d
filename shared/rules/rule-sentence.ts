import { isMissing } from '../model/json.ts';
import type { Condition, ContextRule } from '../model/rule.ts';
import { fieldLabel } from './field-name.ts';
import type { SentencePiece } from './operators/operator-kind.ts';
import { operators } from './operators.ts';

/** One piece of a rule's sentence: plain words, a variable, a constant, or a memory's id. */
interface SentencePart {
  readonly kind: 'text' | 'field' | 'value' | 'memory';
  readonly text: string;
}

type Sayable = Pick<ContextRule, 'when' | 'then'>;

const words = (text: string): SentencePart => ({ kind: 'text', text });

/** A rule in words: "When phase is planning and agent type is one of developer, qa, add architecture-docs." */
export function ruleSentence(rule: Sayable): SentencePart[] {
  const conditions = rule.when.map(conditionParts);
  const opening =
    conditions.length === 0
      ? [words('Always ')]
      : [words('When '), ...joinParts(conditions, ' and ', ' and '), words(', ')];
  return [...opening, words('add '), ...memoryParts(rule.then.add_memories), words('.')];
}

/** Says the words of a sentence in another language; what the rule names stays. */
type Tell = (text: string) => string;

/** Conditions as one text: "phase is planning and agent type is one of developer, qa"; empty without any. */
export function conditionsText(conditions: readonly Condition[], tell?: Tell): string {
  return textOf(joinParts(conditions.map(conditionParts), ' and ', ' and '), tell);
}

/** The sentence as one text. */
export function sentenceText(rule: Sayable, tell?: Tell): string {
  return textOf(ruleSentence(rule), tell);
}

const textOf = (parts: readonly SentencePart[], tell: Tell = text => text): string =>
  parts.map(({ kind, text }) => (kind === 'text' ? tell(text) : text)).join('');

function conditionParts(condition: Condition): SentencePart[] {
  const { label, takes, sentence } = operators[condition.operator];
  const subject: SentencePart = { kind: 'field', text: fieldLabel(condition.field) };
  if (sentence) return [subject, words(' '), ...sentence(condition.value ?? null).flatMap(pieceParts)];
  if (takes === 'none') return [subject, words(` ${label}`)];
  const { value } = condition;
  const constant = takes === 'list' && Array.isArray(value) ? elementParts(value) : valueParts(value);
  return [subject, words(` ${label}`), words(' '), ...constant];
}

function pieceParts(piece: SentencePiece): SentencePart[] {
  return typeof piece === 'string' ? [words(piece)] : valueParts(piece.value);
}

/** A list that is meant as a whole is another thing than what stands in it, and an empty one is not nothing. */
function valueParts(value: unknown): SentencePart[] {
  if (!Array.isArray(value)) return [valuePart(value)];
  return value.length === 0 ? [words('an empty list')] : [words('the list '), ...elementParts(value)];
}

function elementParts(list: readonly unknown[]): SentencePart[] {
  if (list.length === 0) return [words('nothing')];
  return joinParts(
    list.map(element => [valuePart(element)]),
    ', ',
    ', ',
  );
}

/** Texts stand bare unless they could be read as something else: `"5"` is not 5, and an empty text must be seen. */
function valuePart(value: unknown): SentencePart {
  if (isMissing(value)) return words('nothing');
  const isBare = typeof value === 'string' && isPlain(value);
  return { kind: 'value', text: isBare ? value : JSON.stringify(value) };
}

function isPlain(text: string): boolean {
  const readsAsOther = /^(?:true|false|null|nothing|[+-]?\.?[0-9][0-9.eE+-]*)$/.test(text);
  return text !== '' && text.trim() === text && !readsAsOther && !/[,"\n\r\t]/.test(text);
}

function memoryParts(ids: readonly string[]): SentencePart[] {
  if (ids.length === 0) return [words('nothing')];
  return joinParts(
    ids.map((id): SentencePart[] => [{ kind: 'memory', text: id }]),
    ', ',
    ' and ',
  );
}

function joinParts(groups: readonly SentencePart[][], between: string, last: string): SentencePart[] {
  return groups.flatMap((group, index) => {
    if (index === 0) return group;
    return [words(index === groups.length - 1 ? last : between), ...group];
  });
}

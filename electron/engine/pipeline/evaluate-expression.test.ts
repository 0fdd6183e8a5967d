import { expect, it } from 'vitest';
import { parseExpression } from '../../../shared/pipeline/expression/parse-expression.ts';
import { type ExpressionContext, holds } from './evaluate-expression.ts';
import type { StepResult } from './step-result.ts';

const results = new Map<string, StepResult>([
  ['docs', { kind: 'elements', elements: [{ content: 'alpha' }, { content: 'beta' }] }],
  ['note', { kind: 'text', text: 'hello' }],
  ['asked', { kind: 'boolean', value: true }],
]);
const variables = new Map<string, unknown>([
  ['phase', 'review'],
  ['level', '7'],
  ['tags', ['a', 'b']],
  ['none', []],
]);
const context: ExpressionContext = {
  lastCount: 2,
  resultOf: alias => results.get(alias),
  intent: field => ({ query: 'why does it fail', keywords: 'fail', action: '' })[field],
  template: name => variables.get(name),
};

it.each<[string, boolean]>([
  ['results.count >= 2', true],
  ['results.count > 2', false],
  ['results.count', true],
  ['results.docs.length == 2', true],
  ['results.docs.count != 2', false],
  ['results.note.length > 4', true],
  ['results.note == "hello"', true],
  ["results.docs.contains('beta')", true],
  ['results.absent.length > 0', false],
  ['results.absent == null', true],
  ['results.asked', true],
  ['results.asked == false', false],
  ["query.contains('fail')", true],
  ["query.contains('Fail')", false],
  ["query.startsWith('why') and query.ends_with('fail')", true],
  ["action == ''", true],
  ['action', false],
  ["${phase} == 'review'", true],
  ["${phase} == '${phase}'", true],
  ["${absent} == 'review'", false],
  ['${absent} == null', true],
  ['${level} >= 7', true],
  ['${level} == 7', false],
  ['${phase} > 3', false],
  ["${tags}.contains('b')", true],
  ["${tags}.contains('c')", false],
  ['${tags}.length == 2', true],
  ['${none}', false],
  // A step is the same under both of its names.
  ["${docs}.contains('beta')", true],
  ["${docs} == 'alpha\nbeta'", true],
  ['${docs}.length == 2', true],
  ['${asked} == true', true],
  ['${note}.length == 5', true],
  ["not query.contains('fail') or results.count < -1", false],
  ["!(results.count == 0) && (action == 'x' || ${level} < 8)", true],
  ['null', false],
  ['0', false],
  ["''", false],
])('%s is %s', (text, expected) => {
  const parsed = parseExpression(text);
  expect(parsed.ok && holds(parsed.expression, context)).toBe(expected);
});

it('what a caller says stays a value and never becomes part of a condition', () => {
  const parsed = parseExpression("${phase} == 'x'");
  const said = { ...context, template: () => "x' or 'a' == 'a" };
  expect(parsed.ok && holds(parsed.expression, said)).toBe(false);
});

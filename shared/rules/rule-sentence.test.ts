import { expect, it } from 'vitest';
import type { Condition } from '../model/rule.ts';
import { conditionsText, ruleSentence, sentenceText } from './rule-sentence.ts';

const rule = (when: Condition[], add_memories: string[]) => ({ when, then: { add_memories } });

it.each<[string, Condition[], string[]]>([
  [
    'When phase is planning and agent type is one of developer, qa_expert, add project-conventions and architecture-docs.',
    [
      { field: 'addVar.phase', operator: 'eq', value: 'planning' },
      { field: 'scope.agent.agent_type', operator: 'in', value: ['developer', 'qa_expert'] },
    ],
    ['project-conventions', 'architecture-docs'],
  ],
  ['Always add a, b and c.', [], ['a', 'b', 'c']],
  [
    'When input text matches ^fix, add nothing.',
    [{ field: 'input.text', operator: 'regex', value: '^fix' }],
    [],
  ],
  ['When phase exists, add a.', [{ field: 'addVar.phase', operator: 'exists' }], ['a']],
  ['When iteration is at least 5, add a.', [{ field: 'addVar.iteration', operator: 'gte', value: 5 }], ['a']],
  ['When iteration is "5", add a.', [{ field: 'addVar.iteration', operator: 'eq', value: '5' }], ['a']],
  ['When phase is "", add a.', [{ field: 'addVar.phase', operator: 'eq', value: '' }], ['a']],
  ['When phase is nothing, add a.', [{ field: 'addVar.phase', operator: 'eq' }], ['a']],
  [
    'When phase is none of "a, b", add a.',
    [{ field: 'addVar.phase', operator: 'not_in', value: ['a, b'] }],
    ['a'],
  ],
  ['When phase is one of nothing, add a.', [{ field: 'addVar.phase', operator: 'in', value: [] }], ['a']],
  // A list to be equal to is another thing than what stands in it, and an empty one is not nothing.
  ['When tags is the list a, 5, add a.', [{ field: 'addVar.tags', operator: 'eq', value: ['a', 5] }], ['a']],
  ['When tags is not an empty list, add a.', [{ field: 'addVar.tags', operator: 'neq', value: [] }], ['a']],
  [
    'When tags contains the list a, add a.',
    [{ field: 'addVar.tags', operator: 'contains', value: ['a'] }],
    ['a'],
  ],
])('a rule reads "%s"', (sentence, when, memories) => {
  expect(sentenceText(rule(when, memories))).toBe(sentence);
});

it('is told in another language but for what the rule names', () => {
  const loud = (text: string) => text.toUpperCase();
  const when: Condition[] = [{ field: 'addVar.phase', operator: 'eq', value: 'is' }];
  expect(conditionsText(when, loud)).toBe('phase IS is');
  expect(sentenceText(rule(when, ['add']), loud)).toBe('WHEN phase IS is, ADD add.');
  const none: Condition[] = [
    { field: 'addVar.phase', operator: 'eq' },
    { field: 'addVar.tags', operator: 'eq', value: ['b', []] },
  ];
  expect(conditionsText(none, loud)).toBe('phase IS NOTHING AND tags IS THE LIST b, []');
});

it('marks variables, constants and memories in the sentence', () => {
  const condition: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
  expect(ruleSentence(rule([condition], ['docs']))).toEqual([
    { kind: 'text', text: 'When ' },
    { kind: 'field', text: 'phase' },
    { kind: 'text', text: ' is' },
    { kind: 'text', text: ' ' },
    { kind: 'value', text: 'planning' },
    { kind: 'text', text: ', ' },
    { kind: 'text', text: 'add ' },
    { kind: 'memory', text: 'docs' },
    { kind: 'text', text: '.' },
  ]);
});

it('marks each of several constants and memories', () => {
  const condition: Condition = { field: 'addVar.phase', operator: 'in', value: ['a', 5, null] };
  expect(ruleSentence(rule([condition], ['docs', 'more'])).filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'field', text: 'phase' },
    ...['a', '5'].map(text => ({ kind: 'value', text })),
    ...['docs', 'more'].map(text => ({ kind: 'memory', text })),
  ]);
});

it.each([
  ['plain text', 'plain text'],
  ['true', '"true"'],
  ['nothing', '"nothing"'],
  ['nothing else', 'nothing else'],
  ['-1.5e3', '"-1.5e3"'],
  ['.5', '".5"'],
  ['+5', '"+5"'],
  ['5 apples', '5 apples'],
  ['v5', 'v5'],
  [' a', '" a"'],
  ['a"b', '"a\\"b"'],
  ['a\nb', '"a\\nb"'],
  ['a\tb', '"a\\tb"'],
  ['a, b', '"a, b"'],
])('a text that could be read as something else stands in quotes: %j', (value, text) => {
  expect(conditionsText([{ field: 'addVar.p', operator: 'eq', value }])).toBe(`p is ${text}`);
});

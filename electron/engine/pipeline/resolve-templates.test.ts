import { expect, it } from 'vitest';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { maxResultLength } from './check-result.ts';
import { keywordsOf } from './intent.ts';
import { resolveTemplates, soleName } from './resolve-templates.ts';

const values = new Map<string, unknown>([
  ['name', 'Ada'],
  ['n', 5],
  ['list', ['a', { content: 'b' }, { k: 1 }]],
  ['found', [{ content: 'x' }, { content: 'y' }]],
  ['object', { k: 1 }],
]);
const lookup = (name: string) => values.get(name);

it.each<[unknown, unknown]>([
  ['hi ${name}!', 'hi Ada!'],
  ['${ name } ${n}', 'Ada 5'],
  ['${list}', 'a\nb\n{"k":1}'],
  ['${found}', 'x\ny'],
  ['${object}', '{"k":1}'],
  ['$${name} ${name}', '${name} Ada'],
  ['$$${name}', '$${name}'],
  ['${unclosed', '${unclosed'],
  ['${}', '${}'],
  ['no template $name', 'no template $name'],
  [
    { a: ['${n}', 5, null], b: { c: '${name}' } },
    { a: ['5', 5, null], b: { c: 'Ada' } },
  ],
])('%j becomes %j', (value, resolved) => {
  expect(resolveTemplates(value, lookup)).toEqual(resolved);
});

it('what a variable holds is not a template again', () => {
  expect(resolveTemplates('${a}', () => '${name}')).toBe('${name}');
});

it('lists the names a value asks for, each once, without the escaped ones', () => {
  expect(templateNames({ a: ['${x} ${ y }', '$${z}'], b: '${x}', c: 5 })).toEqual(['x', 'y']);
});

it.each([
  ['${a}', 'a'],
  ['${ a.b }', 'a.b'],
  ['${a} ', undefined],
  ['$${a}', undefined],
])('%j is the one template %j', (text, name) => {
  expect(soleName(text)).toBe(name);
});

it.each([
  ['How do I fix the login-page bug?', ['fix', 'login-page', 'bug']],
  ["What's the agent's state, agent?", ['agent', 'state']],
  ['Größe und Änderung', ['größe', 'und', 'änderung']],
  ['the of and', []],
  ['', []],
])('the keywords of %j are %j', (query, keywords) => {
  expect(keywordsOf(query)).toEqual(keywords);
});

it('names that stand for more than a step may return are refused before they fill the memory', () => {
  const text = 'x'.repeat(maxResultLength / 4);
  const four = ['${text}', { deep: '${text}${text}' }, '${text}'];
  const said = (value: unknown) => resolveTemplates(value, name => (name === 'text' ? text : 'y'));
  expect(said(four)).toEqual([text, { deep: text + text }, text]);
  expect(() => said([...four, '${one}'])).toThrow(expect.objectContaining({ code: 'too_large' }));
});

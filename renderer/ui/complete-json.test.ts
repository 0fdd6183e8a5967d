import { expect, it } from 'vitest';
import { toJsonSchema } from '../../shared/model/json-schema.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { completeJson, type SuggestValues } from './complete-json.ts';

const schema = toJsonSchema(engineSchema);

/** What is offered where `|` stands, and the text after the first of it was taken, with the cursor as `|`. */
function completed(marked: string, suggest?: SuggestValues, of = schema) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completeJson(text, at, of, suggest);
  if (!found) return undefined;
  const { from, to, options } = found;
  const [first] = options;
  const insert = first ? `${first.insert.slice(0, first.caret)}|${first.insert.slice(first.caret)}` : '';
  return {
    labels: options.map(({ label }) => label),
    text: `${text.slice(0, from)}${insert}${text.slice(to)}`,
  };
}

it('offers the keys that are not there, those that must be first, and begins their values', () => {
  expect(completed('{ "id": "e", | }')).toEqual({
    labels: ['name', 'description', 'enabled', 'rules'],
    text: '{ "id": "e", "name": "|" }',
  });
  expect(completed('{ "rules": [{ "wh| }] }')).toEqual({
    labels: ['when'],
    text: '{ "rules": [{ "when": [|] }] }',
  });
});

it('puts a comma where something follows, and keeps a colon that is there', () => {
  expect(completed('{ |\n "id": "e" }')?.text).toBe('{ "name": "|",\n "id": "e" }');
  expect(completed('{ "na|": "E" }')?.text).toBe('{ "name"|: "E" }');
});

it('offers the values of the schema, in the place of the one that is there', () => {
  expect(completed('{ "enabled": tr| }')).toEqual({ labels: ['true'], text: '{ "enabled": true| }' });
  expect(completed('{ "rules": [{ "when": [{ "operator": "not_e|" }] }] }')).toEqual({
    labels: ['not_exists'],
    text: '{ "rules": [{ "when": [{ "operator": "not_exists"| }] }] }',
  });
});

it('offers what the project knows, and asks with the place and what stands around it', () => {
  const asked: unknown[] = [];
  const suggest: SuggestValues = (path, around) => {
    asked.push(path, around);
    return path.at(-2) === 'add_memories' ? [{ value: 'docs' }, { value: 'adr' }] : undefined;
  };
  expect(completed('{ "rules": [{ "then": { "add_memories": ["x", "a|] } }] }', suggest)).toEqual({
    labels: ['adr'],
    text: '{ "rules": [{ "then": { "add_memories": ["x", "adr"|] } }] }',
  });
  expect(asked).toEqual([
    ['rules', 0, 'then', 'add_memories', 1],
    ['x', 'a'],
  ]);
});

it('offers keys of each kind that a place may have', () => {
  const memory = toJsonSchema(memorySchema);
  expect(completed('{ "contribution": { "sec| } }', undefined, memory)?.labels).toEqual(['section']);
});

it.each(['|', '{ "unknown": { | } }', '{ "name": "E|" }', '{ "enabled": true| }'])(
  'offers nothing at %s',
  text => {
    expect(completed(text)).toBeUndefined();
  },
);

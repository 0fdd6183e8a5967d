import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { anyTalk, bodies } from '../../test/support/shape-bodies.ts';
import { legalProblems } from '../../test/support/shape-problems.ts';
import type { Block } from '../model/block.ts';
import { madeShapeNames, shapeNames } from './shape-names.ts';
import { recogniseShape, shapeOf } from './shapes.ts';
import { turnsOf } from './turns.ts';

const made = (name: (typeof madeShapeNames)[number], turns: ReturnType<typeof turnsOf>['turns']) =>
  shapeOf(name).compose?.(turns);

/** What every shape can say: who asks what, which calls are made with what, and what they give. */
const essence = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(block => {
    if (block.type === 'text') return [block.text.trim()].filter(text => text !== '');
    if (block.type === 'tool_call') return [`calls ${block.name}`];
    return block.type === 'tool_result' ? essence(block.content) : [];
  });

it('a conversation of any shape becomes a legal body of any other, with all that is said, called and given', () => {
  fc.assert(
    fc.property(
      anyTalk,
      fc.constantFrom(...shapeNames),
      fc.constantFrom(...madeShapeNames),
      (talk, from, to) => {
        const { entries } = shapeOf(from).read(bodies[from](talk));
        const { turns } = turnsOf(entries.filter(({ role }) => role !== 'note'));
        const body = made(to, turns);
        expect(recogniseShape(body) === to || shapeOf(to).accepts?.(body) === true).toBe(true);
        expect(legalProblems(to, body)).toEqual([]);
        const before = entries.filter(({ role }) => role !== 'note').flatMap(({ blocks }) => essence(blocks));
        const text = JSON.stringify(body);
        const missing = before.filter(one => !one.startsWith('calls ') && !holds(text, one));
        expect(missing).toEqual([]);
        const after = shapeOf(to)
          .read(body)
          .entries.flatMap(({ blocks }) => essence(blocks));
        expect(calls(after)).toBe(calls(before));
      },
    ),
    { numRuns: propertyRuns(300, 1 / 4) },
  );
});

const calls = (said: readonly string[]): number => said.filter(one => one.startsWith('calls ')).length;

/** As JSON, or as JSON within a text of JSON. */
const holds = (json: string, text: string): boolean => {
  const once = JSON.stringify(text).slice(1, -1);
  return json.includes(once) || json.includes(JSON.stringify(once).slice(1, -1));
};

const call = (id: string): Block => ({ type: 'tool_call', id, name: 'read file', input: '{"a":1}' });
const result = (id: string): Block => ({ type: 'tool_result', id, content: [{ type: 'text', text: id }] });
const said = (text: string): Block => ({ type: 'text', text });

it('results go behind their calls, what is alone is told, ids are made legal and told apart', () => {
  const { turns, left } = turnsOf([
    { role: 'assistant', blocks: [said('hm'), call('a:1'), call('never')] },
    { role: 'user', blocks: [said('wait')] },
    { role: 'tool', blocks: [result('a:1'), result('gone')] },
    { role: 'assistant', blocks: [call('a:1'), { type: 'thinking', text: 'x' }] },
  ]);
  expect(left).toEqual({ thoughts: 1, unknown: 0 });
  expect(turns).toMatchObject([
    {
      role: 'assistant',
      text: 'hm\n[called read_file: {"a":1}]',
      calls: [{ id: 'a_1', name: 'read_file' }],
      results: [{ id: 'a_1', name: 'read_file' }],
    },
    { role: 'user', blocks: [{ text: 'wait' }] },
    { role: 'user', blocks: [{ text: '[result of gone]\ngone' }] },
    { role: 'assistant', calls: [{ id: 'a_1_2' }], results: [] },
  ]);
  expect(made('anthropic', turns)).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a_1' }, { text: 'wait' }, {}] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a_1_2', input: { a: 1 } }] },
    ],
  });
});

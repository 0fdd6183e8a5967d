import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockText } from '../../../shared/model/block.ts';
import { shapeNames } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { anyTalk, bodies } from '../../../test/support/shape-bodies.ts';
import { legalProblems } from '../../../test/support/shape-problems.ts';
import { saidLast } from './said-last.ts';

it.each(shapeNames.filter(name => shapeOf(name).isSent))(
  'a user says one thing more behind all that was said, in a body that is still legal (%s)',
  name => {
    const shape = shapeOf(name);
    fc.assert(
      fc.property(anyTalk, talk => {
        const body = bodies[name](talk);
        const { entries } = shape.read(body);
        const once = saidLast(shape, body, 'And now?');
        const twice = saidLast(shape, once, 'And then?');
        expect(legalProblems(name, twice)).toEqual(legalProblems(name, body));
        expect(sourcesOf(shape.read(twice)).slice(0, entries.length)).toEqual(sourcesOf({ entries }));
        const behind = shape.read(twice).entries.slice(entries.length);
        expect(behind.flatMap(({ blocks }) => blocks.map(blockText))).toEqual(['And now?', 'And then?']);
        expect(behind.every(({ role }) => role === 'user')).toBe(true);
        expect(shapeOf(name).read(saidLast(shape, shape.write(body, []), 'Hello')).entries).toMatchObject([
          { role: 'user', blocks: [{ type: 'text', text: 'Hello' }] },
        ]);
      }),
      { numRuns: 10 },
    );
  },
);

it('a record of a talk is not said more to', () => {
  const talk = { chat_messages: [], uuid: 'u', name: 'talk' };
  expect(() => saidLast(shapeOf('claude'), talk, 'And now?')).toThrow('is a record of a talk');
});

const sourcesOf = ({ entries }: { readonly entries: readonly { readonly source: unknown }[] }): unknown[] =>
  entries.map(({ source }) => source);

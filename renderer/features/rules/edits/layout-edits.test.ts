import { expect, it } from 'vitest';
import type { Layout } from '../../../../shared/model/layout.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { deleteRules, forgetRules, unlinkAlternatives } from '../../../stores/delete-rules.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { deleteEngine, duplicateEngine } from './engine-edits.ts';
import { arrangeAroundPins, linkAlternatives, pinNodes, unpinNodes } from './layout-edits.ts';
import { addAlternative } from './rule-edits.ts';

const rule = (id: string): ContextRule => ({ id, name: id, when: [], then: { add_memories: ['m'] } });
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: ['a', 'b', 'c'].map(rule) };

/** The layouts after a step, which undoing takes back as a whole. */
function after(
  layout: Omit<Layout, 'id'> | undefined,
  recipe: (draft: Documents) => void,
): Documents['layouts'] {
  const layouts = layout ? { e: { id: 'e', ...layout } as Layout } : {}; // pins are given by each case
  const working: Documents = { ...emptyDocuments, engines: { e: engine }, layouts };
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(working);
  return history.working.layouts;
}

const at = { x: 1, y: 2 };
const settled = { ...at, settled: true };

it.each<{
  what: string;
  before?: Omit<Layout, 'id'>;
  recipe: (draft: Documents) => void;
  now: Documents['layouts'];
}>([
  {
    what: 'makes the file with the first pin, at whole places',
    recipe: draft => pinNodes(draft, 'e', new Map([['rule:a', { x: 1.4, y: -2.6 }]])),
    now: { e: { id: 'e', pins: { 'rule:a': { x: 1, y: -3 } } } },
  },
  {
    what: 'pins nothing of an engine that is gone, and makes no file for nothing',
    recipe: draft => {
      pinNodes(draft, 'gone', new Map([['rule:a', at]]));
      pinNodes(draft, 'e', new Map());
    },
    now: {},
  },
  {
    what: 'keeps what was arranged around a pin away from its new place',
    before: { pins: { 'rule:a': settled } },
    recipe: draft => pinNodes(draft, 'e', new Map([['rule:a', { x: 5, y: 6 }]])),
    now: { e: { id: 'e', pins: { 'rule:a': { x: 5, y: 6, settled: true } } } },
  },
  {
    what: 'drops the file with the last pin',
    before: { pins: { 'rule:a': at } },
    recipe: draft => unpinNodes(draft, 'e', ['rule:a', 'rule:b']),
    now: {},
  },
  {
    what: 'leaves what it does not know',
    before: { pins: { 'rule:a': at }, notes: 'mine' },
    recipe: draft => unpinNodes(draft, 'e', ['rule:a']),
    now: { e: { id: 'e', pins: {}, notes: 'mine' } },
  },
  {
    what: 'settles every pin when it arranges',
    before: { pins: { 'rule:a': at, 'memory:m': settled } },
    recipe: draft => arrangeAroundPins(draft, 'e'),
    now: { e: { id: 'e', pins: { 'rule:a': settled, 'memory:m': settled } } },
  },
  {
    what: 'links alternatives, the newest right behind what it was made of',
    before: { pins: {}, alternatives: [['a', 'b']] },
    recipe: draft => linkAlternatives(draft, 'e', 'a', 'c'),
    now: { e: { id: 'e', pins: {}, alternatives: [['a', 'c', 'b']] } },
  },
  {
    what: 'unlinks one of three, and both of two',
    before: {
      pins: {},
      alternatives: [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
    },
    recipe: draft => unlinkAlternatives(draft, 'e', ['b', 'd']),
    now: { e: { id: 'e', pins: {}, alternatives: [['a', 'c']] } },
  },
  {
    what: 'forgets pins and links of a rule',
    before: { pins: { 'rule:a': at, 'memory:m': at }, alternatives: [['a', 'b']] },
    recipe: draft => forgetRules(draft, 'e', ['a']),
    now: { e: { id: 'e', pins: { 'memory:m': at } } },
  },
  {
    what: 'forgets what is deleted with its rule',
    before: { pins: { 'rule:b': at }, alternatives: [['a', 'b']] },
    recipe: draft => deleteRules(draft, 'e', ['b']),
    now: {},
  },
  {
    what: 'links the sibling that "or" adds',
    recipe: draft => addAlternative(draft, { engineId: 'e', ruleId: 'a' }),
    now: {
      e: {
        id: 'e',
        pins: {},
        alternatives: [['a', 'a-or']],
        begun: {
          'a-or': {
            at: 1,
            rule: {
              id: 'a-or',
              name: 'a, or',
              enabled: false,
              when: [],
              then: { add_memories: ['m'] },
            },
          },
        },
      },
    },
  },
  {
    what: 'goes with its engine',
    before: { pins: { 'rule:a': at } },
    recipe: draft => deleteEngine(draft, 'e'),
    now: {},
  },
  {
    what: 'is copied with its engine',
    before: { pins: { 'rule:a': at } },
    recipe: draft => duplicateEngine(draft, 'e'),
    now: {
      e: { id: 'e', pins: { 'rule:a': at } },
      'e-copy': { id: 'e-copy', pins: { 'rule:a': at } },
    },
  },
])('$what', ({ before, recipe, now }) => {
  expect(after(before, recipe)).toEqual(now);
});

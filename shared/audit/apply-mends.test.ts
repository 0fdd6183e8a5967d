import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../test/support/engine-definitions.ts';
import type { ContextContract, ContractState } from '../model/context-contract.ts';
import type { ContextTest, Expectation } from '../model/context-test.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { MemoryFinding, MemoryMend } from '../model/memory-audit.ts';
import { applyMends } from './apply-mends.ts';
import type { MendGround } from './mend-ground.ts';
import { textMark, twinMark } from './text-mark.ts';

const items = (...path: (string | number)[]) => ['retrieval', 'pipeline', 0, 'params', 'items', ...path];
const finding = (memory_id: string, mend: MemoryMend): MemoryFinding => ({
  id: `${mend.do}/${memory_id}`,
  kind: 'stale',
  severity: 'warning',
  memory_id,
  message: '',
  mend,
  mend_label: '',
});
const cut = (memory: PersistentMemory, at: number, text: string, from = 0, to = text.length) =>
  finding(memory.id, { do: 'cut', place: items(at), of: textMark(text), from, to });
const replaced = (twin: string, by: string) =>
  finding(twin, { do: 'replace', by, of: twinMark(`text of ${by}`, `text of ${twin}`) });
const said = (id: string, ...texts: unknown[]) => memoryOf(id, { pipeline: [staticStep(...texts)] });
const own = (id: string) => said(id, `text of ${id}`);
const textsOf = (memory: PersistentMemory | undefined) => memory?.retrieval.pipeline[0]?.params?.items;
const test = (id: string, ...expected: Expectation[]): ContextTest => ({
  id,
  name: id,
  request: requestOf({ explicit_memory: ['twin', 'other'] }),
  expect: expected,
});
const contract = (id: string, state: ContractState): ContextContract => ({
  id,
  name: id,
  severity: 'error',
  state,
});
const ground = (more: Partial<MendGround>): MendGround => ({
  memories: [],
  engines: [],
  samples: [],
  tests: [],
  contracts: [],
  layouts: [],
  ...more,
});
const nothing = { memories: {}, engines: {}, samples: {}, tests: {}, contracts: {}, layouts: {} };

describe('texts', () => {
  it('are mended where they stood, whichever items go', () => {
    const memory = said('m', 'One.', { content: 'Two. Three.', score: 1 }, 'Four.', 'Five.');
    const inContent = {
      ...finding('m', { do: 'cut', place: items(1, 'content'), of: textMark('Two. Three.'), from: 0, to: 4 }),
    };
    const findings = [cut(memory, 0, 'One.'), inContent, cut(memory, 2, 'Four.'), cut(memory, 0, 'One.')];
    const { memories } = applyMends(findings, ground({ memories: [memory] }));
    expect(textsOf(memories.m)).toEqual([{ content: 'Three.', score: 1 }, 'Five.']);
  });

  it('that are others by now, or are not there, stay as they are', () => {
    const memory = said('m', 'One and more.', 7);
    const findings = [
      cut(memory, 0, 'One.'),
      cut(memory, 1, 'x'),
      cut(memory, 9, 'x'),
      finding('m', { do: 'redact', place: ['retrieval', 'nowhere'], of: 1 }),
      cut(own('nobody'), 0, 'x'),
      finding('nobody', { do: 'delete' }),
    ];
    expect(applyMends(findings, ground({ memories: [memory] }))).toEqual(nothing);
  });

  it('of a memory that goes are left alone, and the rest of it is mended beside them', () => {
    const [gone, kept] = [
      own('gone'),
      { ...own('kept'), contribution: { ...own('x').contribution, required: true } },
    ];
    const findings = [
      cut(gone, 0, 'text of gone'),
      finding('gone', { do: 'delete' }),
      cut(kept, 0, 'text of kept', 0, 5),
      finding('kept', { do: 'lower' }),
      finding('kept', { do: 'unpin' }),
    ];
    const { memories } = applyMends(findings, ground({ memories: [gone, kept] }));
    expect(memories).toEqual({ gone: undefined, kept: { ...said('kept', 'of kept'), origin: 'import' } });
  });

  it('come to the same in whichever order they are mended, and lose nothing that no finding is about', () => {
    const sentence = fc.constantFrom('Gulls fly.', 'Who knows?', 'Ships sail.');
    const world = fc.record({
      texts: fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      picks: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(world, ({ texts, picks, seed }) => {
        const memory = said('m', ...texts.map(one => one.join(' ')));
        const chosen = picks.map(([one, other]) => {
          const item = one % texts.length;
          return { item, sentence: other % (texts[item]?.length ?? 1) };
        });
        const findings = chosen.map(({ item, sentence: at }) => {
          const text = texts[item] ?? [];
          const from = text.slice(0, at).join(' ').length + (at > 0 ? 1 : 0);
          return cut(memory, item, text.join(' '), from, from + (text[at]?.length ?? 0));
        });
        const left = texts.flatMap((text, item) => {
          const rest = text.filter((_, at) => !chosen.some(one => one.item === item && one.sentence === at));
          return rest.length === 0 ? [] : [rest.join(' ')];
        });
        const mendedBy = (list: readonly MemoryFinding[]) =>
          textsOf(applyMends(list, ground({ memories: [memory] })).memories.m ?? memory);
        expect(mendedBy(findings)).toEqual(left);
        expect(mendedBy(findings.toSorted((a, b) => hashed(a, seed) - hashed(b, seed)))).toEqual(left);
      }),
    );
  });
});

const hashed = (value: unknown, seed: number) => textMark(`${seed} ${JSON.stringify(value)}`);

describe('a memory whose place another one takes', () => {
  const memories = ['first', 'kept', 'twin', 'other'].map(own);

  it('is named by its new name wherever it was named', () => {
    const begun = { at: 0, rule: { id: 'r', name: 'R', when: [], then: { add_memories: ['twin'] } } };
    const mended = applyMends(
      [replaced('twin', 'kept')],
      ground({
        memories,
        engines: [engineAdding('e', 'kept', 'twin', 'other'), engineAdding('f', 'other')],
        samples: [
          { id: 's', name: 'S', request: requestOf({ explicit_memory: ['twin', 'kept'] }) },
          { id: 'half', name: 'H', request: { explicit_memory: 'twin' } },
        ],
        tests: [
          test(
            't',
            { kind: 'included', memory: 'twin' },
            { kind: 'section', section: 'knowledge', memories: ['kept', 'twin'] },
            { kind: 'order', memories: ['twin', 'other'] },
            { kind: 'tokens', at_most: 9, of: { memory: 'twin' } },
          ),
          { ...test('u', { kind: 'excluded', memory: 'other' }), request: requestOf() },
        ],
        contracts: [
          contract('c', { kind: 'implies', memory: 'other', other: 'twin' }),
          contract('d', { kind: 'limit', of: { memory: 'twin' }, tokens: 9 }),
          contract('f', { kind: 'never', memory: 'other' }),
        ],
        layouts: [{ id: 'e', pins: { 'memory:twin': { x: 1, y: 2 } }, begun: { r: begun } }],
      }),
    );
    expect(mended.memories).toEqual({ twin: undefined });
    expect(mended.engines).toEqual({ e: engineAdding('e', 'kept', 'other') });
    expect(mended.samples).toEqual({
      s: { id: 's', name: 'S', request: requestOf({ explicit_memory: ['kept'] }) },
    });
    expect(mended.tests).toEqual({
      t: {
        ...test(
          't',
          { kind: 'included', memory: 'kept' },
          { kind: 'section', section: 'knowledge', memories: ['kept'] },
          { kind: 'order', memories: ['kept', 'other'] },
          { kind: 'tokens', at_most: 9, of: { memory: 'kept' } },
        ),
        request: requestOf({ explicit_memory: ['kept', 'other'] }),
      },
    });
    expect(mended.contracts).toEqual({
      c: contract('c', { kind: 'implies', memory: 'other', other: 'kept' }),
      d: contract('d', { kind: 'limit', of: { memory: 'kept' }, tokens: 9 }),
    });
    expect(JSON.stringify(mended.layouts.e)).not.toContain('twin');
    expect(mended.layouts.e?.pins).toEqual({ 'memory:kept': { x: 1, y: 2 } });
  });

  it('is named by the last of those that take each other’s place, in whichever order they come', () => {
    const findings = [replaced('twin', 'kept'), replaced('kept', 'first')];
    const one = ground({ memories, engines: [engineAdding('e', 'twin', 'kept')] });
    for (const list of [findings, findings.toReversed()])
      expect(applyMends(list, one).engines).toEqual({ e: engineAdding('e', 'first') });
  });

  it('stays where one of the two is another by now, or not there', () => {
    const finding = replaced('twin', 'kept');
    const named = { engines: [engineAdding('e', 'twin')] };
    for (const changed of [
      [own('twin')],
      [own('twin'), said('kept', 'another text')],
      [said('twin', 'text of twin', 'and more'), own('kept')],
      [said('twin', 'another text'), own('kept')],
      [said('twin'), own('kept')],
    ])
      expect(applyMends([finding], ground({ memories: changed, ...named }))).toEqual(nothing);
  });

  it.each<[string, Partial<MendGround>]>([
    ['test t', { tests: [test('t', { kind: 'order', memories: ['twin', 'kept'] })] }],
    ['contract c', { contracts: [contract('c', { kind: 'never', memory: 'twin', other: 'kept' })] }],
  ])('stays where %s says something of the two', (who, naming) => {
    expect(() => applyMends([replaced('twin', 'kept')], ground({ memories, ...naming }))).toThrow(
      `${who} speaks of two memories that would become one; change that first`,
    );
  });

  it('may be another than the two that are one already', () => {
    const twice = contract('c', { kind: 'together', memory: 'kept', other: 'kept' });
    const { contracts } = applyMends([replaced('twin', 'kept')], ground({ memories, contracts: [twice] }));
    expect(contracts).toEqual({});
  });
});

describe('nothing goes that something names', () => {
  const memories = [own('m')];
  it.each<[string, Partial<MendGround>]>([
    ['engine e', { engines: [engineAdding('e', 'm')] }],
    ['sample s', { samples: [{ id: 's', name: 'S', request: { explicit_memory: ['m'] } }] }],
    ['test t', { tests: [test('t', { kind: 'excluded', memory: 'm' })] }],
    ['contract c', { contracts: [contract('c', { kind: 'never', memory: 'm' })] }],
  ])('no memory that %s does', (who, naming) => {
    expect(() => applyMends([finding('m', { do: 'delete' })], ground({ memories, ...naming }))).toThrow(
      `memory m would go and is named by ${who}; change that first`,
    );
  });

  it('no rule that would add nothing', () => {
    const engines = [engineAdding('e', 'm'), engineAdding('f', 'm', 'other')];
    const unpinned = [finding('m', { do: 'unpin' })];
    expect(applyMends(unpinned, ground({ memories, engines })).engines).toEqual({
      e: { ...engineAdding('e'), rules: [] },
      f: engineAdding('f', 'other'),
    });
    const tests = [test('t', { kind: 'fires', rule: 'e/e-rule' })];
    const contracts = [contract('c', { kind: 'reachable', rule: 'e/e-rule' })];
    expect(() => applyMends(unpinned, ground({ memories, engines, tests, contracts }))).toThrow(
      'rule e/e-rule would go and is named by test t, contract c; change that first',
    );
  });
});

import { expect, it } from 'vitest';
import { tellGerman } from '../../../shared/texts/told-german.ts';
import {
  contractKind,
  engineKind,
  layoutKind,
  memoryKind,
  sampleKind,
  testKind,
} from './definition-kinds.ts';
import { expectState, refuseBadId } from './definition-state.ts';

const kinds = [engineKind, memoryKind, sampleKind, contractKind, testKind, layoutKind];

it.each(kinds.map(kind => [kind.noun, kind] as const))(
  'names a kind with its article, and is told in German: %s',
  (noun, kind) => {
    const named = noun === 'engine' ? 'an engine' : `a ${noun}`;
    const taken = `there is already ${named} "x"`;
    const read = { kind: 'read', definition: { value: {}, hash: 'h' } } as const;
    expect(() => expectState(kind as never, 'x', read, null)).toThrow(taken);
    expect(() => refuseBadId(kind as never, '../x')).toThrow(`"../x" cannot be the id of ${named}`);
    const german = tellGerman();
    expect(german.text(taken)).toMatch(/^es gibt schon eine?n? [A-Z]\p{L}+ „x“$/u);
    expect(german.text(`"../x" cannot be the id of ${named}`)).toMatch(/^"..\/x" kann nicht die ID/);
  },
);

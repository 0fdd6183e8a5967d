import { unreachable } from '../../../shared/contract/errors.ts';
import type { Expectation, TestMend } from '../../../shared/model/context-test.ts';
import { edit } from '../../stores/documents.ts';
import type { Documents } from '../../stores/history.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { t } from '../../texts/texts.ts';

/** Kinds that are made by a rule, a memory or a contract alone; the others are written as JSON. */
const simpleKinds = ['fires', 'silent', 'included', 'excluded', 'contract'] as const;
export type SimpleKind = (typeof simpleKinds)[number];

/** An expectation of a rule (`engine/rule`), of a memory or of a contract. */
export function expectationOf(kind: SimpleKind, name: string): Expectation {
  switch (kind) {
    case 'fires':
    case 'silent':
      return { kind, rule: name };
    case 'included':
    case 'excluded':
      return { kind, memory: name };
    case 'contract':
      return { kind, contract: name };
    default:
      return unreachable(kind);
  }
}

const opposites = { fires: 'silent', silent: 'fires', included: 'excluded', excluded: 'included' } as const;

/** What is expected where what is was meant; undefined where that takes more than a word. */
export function opposite(expectation: Expectation): Expectation | undefined {
  switch (expectation.kind) {
    case 'fires':
    case 'silent':
      return { kind: opposites[expectation.kind], rule: expectation.rule };
    case 'included':
    case 'excluded': {
      const { kind, memory, after } = expectation;
      return { kind: opposites[kind], memory, ...(after && { after }) };
    }
    case 'section':
    case 'order':
    case 'tokens':
    case 'missing':
    case 'contract':
      return undefined;
    default:
      return unreachable(expectation);
  }
}

/** Makes the change that mends a failing expectation; one undoable step. */
export function applyMend(testId: string, mend: TestMend): void {
  offerUndo(t('Mended, and not saved yet.'), () =>
    edit(t('mend a failing test'), draft => changeFor(draft, testId, mend)),
  );
}

function changeFor(draft: Documents, testId: string, mend: TestMend): void {
  switch (mend.kind) {
    case 'rule': {
      const rules = draft.engines[mend.engine_id]?.rules ?? [];
      const at = rules.findIndex(({ id }) => id === mend.rule.id);
      if (at >= 0) rules[at] = mend.rule;
      return;
    }
    case 'request': {
      const test = draft.tests[testId];
      const sample = test?.sample === undefined ? undefined : draft.samples[test.sample];
      if (sample) sample.request = mend.request;
      else if (test) test.request = mend.request;
      return;
    }
    case 'memory': {
      const memory = draft.memories[mend.memory_id];
      if (memory) memory.contribution.max_items = mend.max_items;
      return;
    }
    default:
      unreachable(mend);
  }
}

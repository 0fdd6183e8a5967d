import { beforeEach, describe, expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { emptyDocuments } from '../../stores/history.ts';
import { renameRule } from './edits/rule-edits.ts';
import { followName } from './rule-actions.ts';
import { selectEngine } from './selection.ts';

const rule = (id: string): ContextRule => ({
  id,
  name: id,
  when: [{ field: 'phase', operator: 'exists' }],
  then: { add_memories: ['m'] },
});
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [] };
const test = { id: 't', name: 'T', expect: [{ kind: 'fires' as const, rule: 'e/new-rule' }] };

function open(rules: readonly ContextRule[]): void {
  const working = { ...emptyDocuments, engines: { e: { ...engine, rules: [...rules] } } };
  useDocuments.setState({ working, saved: emptyDocuments, past: [], future: [] });
  selectEngine('e');
}

const rulesNow = () => useDocuments.getState().working.engines.e?.rules.map(({ id }) => id);

describe('the name of a rule that no file has', () => {
  const at = { engineId: 'e', ruleId: 'new-rule' };
  beforeEach(() => {
    open([rule('new-rule')]);
    edit('rename rule', draft => renameRule(draft, at, 'Ask QA'));
  });

  it('becomes its id', () => {
    followName(at, 'New rule');
    expect(rulesNow()).toEqual(['ask-qa']);
  });

  it('leaves the id as it is where it is the name of before', () => {
    followName(at, 'Ask QA');
    expect(rulesNow()).toEqual(['new-rule']);
  });

  it('leaves the id as it is once a test names it', () => {
    edit('add test', draft => {
      draft.tests.t = test;
    });
    followName(at, 'New rule');
    expect(rulesNow()).toEqual(['new-rule']);
  });
});

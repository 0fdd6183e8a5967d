import { beforeEach, expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { emptyDocuments } from '../../../stores/history.ts';
import { useWorkspace } from '../../../stores/workspace.ts';
import { idsOfCurrentRules, toggleMuted } from '../rule-actions.ts';
import { currentSelectedId, currentSelectedIds, selectEngine, selectRule } from '../selection.ts';
import { countTogether, selectNodes, toggleNode } from './together.ts';

const rule = (id: string): ContextRule => ({ id, name: id, when: [], then: { add_memories: [] } });
const hidden = [
  { id: 'rule:a', group: 'group:x' },
  { id: 'rule:b', group: 'group:x' },
  { id: 'rule:d', group: 'group:y' },
];

beforeEach(() => {
  const engine = {
    id: 'e',
    name: 'E',
    description: '',
    enabled: true,
    rules: ['a', 'b', 'c', 'd'].map(rule),
  };
  const documents = { ...emptyDocuments, engines: { e: engine } };
  useDocuments.setState({ working: documents, saved: documents, past: [], future: [] });
  selectEngine('e');
});

it('means all rules of closed groups, looks at one that is drawn, and acts on all of them as one step', () => {
  selectNodes('e', ['rule:c', 'group:x', 'group:y'], hidden);
  expect([countTogether(currentSelectedIds()), currentSelectedId()]).toEqual([4, 'rule:c']);
  toggleMuted('e', idsOfCurrentRules());
  const { working, past } = useDocuments.getState();
  expect([working.engines.e?.rules.map(one => one.enabled), past.length]).toEqual([
    [false, false, false, false],
    1,
  ]);
});

it('opens no group where all are closed: a card is looked at, and the rule in sight stays', () => {
  selectNodes('e', ['group:y', 'group:x'], hidden);
  expect([currentSelectedId(), idsOfCurrentRules()]).toEqual(['group:y', ['a', 'b', 'd']]);
  // Control: one that was chosen is looked at.
  selectRule({ engineId: 'e', ruleId: 'd' });
  selectNodes('e', ['rule:d', 'group:x'], []);
  expect([currentSelectedId(), useWorkspace.getState().ruleId]).toEqual(['rule:d', 'd']);
});

it('takes a group in and out with its rules', () => {
  selectRule({ engineId: 'e', ruleId: 'c' });
  toggleNode('e', 'group:x', hidden);
  expect([currentSelectedId(), idsOfCurrentRules()]).toEqual(['group:x', ['a', 'b', 'c']]);
  toggleNode('e', 'group:x', hidden);
  expect(currentSelectedIds()).toEqual(['rule:c']);
});

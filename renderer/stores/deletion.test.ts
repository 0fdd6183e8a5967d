import { beforeEach, expect, it } from 'vitest';
import { type Deleted, deleteNamed, namingOf } from './deletion.ts';
import { useDialog } from './dialogs.ts';
import { useDocuments } from './documents.ts';
import { type Documents, emptyDocuments } from './history.ts';

const documents: Documents = {
  ...emptyDocuments,
  engines: { plan: { id: 'plan', name: 'Planning', description: '', enabled: true, rules: [] } },
  memories: {
    guide: {
      id: 'guide',
      label: 'Guide',
      retrieval: { pipeline: [{ type: 'document_search', params: { collection: 'docs', query: 'x' } }] },
      contribution: { section: 'context', format: 'markdown', priority: 1 },
    } as unknown as Documents['memories'][string], // as much of a memory as is looked at
  },
  samples: {
    first: { id: 'first', name: 'First', request: { explicit_memory: ['guide'], rule_engine_ids: ['plan'] } },
  },
  tests: {
    checks: {
      id: 'checks',
      name: 'It checks',
      sample: 'first',
      expect: [
        { kind: 'fires', rule: 'plan/docs' },
        { kind: 'order', memories: ['guide', 'other'] },
        { kind: 'contract', contract: 'always' },
      ],
    },
  },
  contracts: {
    always: {
      id: 'always',
      name: 'Always',
      severity: 'error',
      state: { kind: 'reachable', rule: 'plan/docs' },
    },
  },
};

beforeEach(() => {
  useDocuments.setState({ working: documents });
  useDialog.setState({ dialog: undefined });
});

it.each<[Deleted, string[]]>([
  [{ kind: 'rules', engineId: 'plan', ruleIds: ['docs'] }, ['test checks', 'contract always']],
  [{ kind: 'rules', engineId: 'plan', ruleIds: ['doc'] }, []],
  [{ kind: 'rules', engineId: 'other', ruleIds: ['docs'] }, []],
  [{ kind: 'engine', id: 'plan' }, ['sample first', 'test checks', 'contract always']],
  [{ kind: 'engine', id: 'pla' }, []],
  [{ kind: 'memory', id: 'guide' }, ['sample first', 'test checks']],
  [{ kind: 'sample', id: 'first' }, ['test checks']],
  [{ kind: 'contract', id: 'always' }, ['test checks']],
  [{ kind: 'collection', id: 'docs' }, ['memory guide']],
  [{ kind: 'view', id: 'docs' }, []],
])('says what names %o', (deleted, named) => {
  expect(namingOf(documents, deleted).map(({ kind, id }) => `${kind} ${id}`)).toEqual(named);
});

it('deletes at once what nothing names, and asks before anything else goes', () => {
  const gone: string[] = [];
  deleteNamed({ kind: 'sample', id: 'none' }, '“None”', () => gone.push('none'));
  expect([gone, useDialog.getState().dialog]).toEqual([['none'], undefined]);
  deleteNamed({ kind: 'sample', id: 'first' }, '“First”', () => gone.push('first'));
  expect(gone).toEqual(['none']);
  const { dialog } = useDialog.getState();
  expect(dialog).toMatchObject({
    kind: 'delete',
    name: '“First”',
    named: [{ kind: 'test', name: 'It checks' }],
  });
  if (dialog?.kind === 'delete') dialog.run();
  expect(gone).toEqual(['none', 'first']);
});

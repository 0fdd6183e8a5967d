import { beforeEach, expect, it } from 'vitest';
import { studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import { provideCommands, useCommandSources } from '../../stores/commands.ts';
import type { Documents } from '../../stores/history.ts';
import { studioSettings } from '../../stores/setting-names.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { paletteEntries, searchEntries } from './palette-entries.ts';

const documents: Documents = {
  layouts: {},
  contracts: {},
  tests: {},
  engines: {
    planning: {
      id: 'planning',
      name: 'Planning rules',
      description: '',
      enabled: true,
      rules: [{ id: 'arch', name: 'Architecture while planning', when: [], then: { add_memories: [] } }],
    },
  },
  memories: {
    'architecture-docs': {
      id: 'architecture-docs',
      label: 'Design notes',
      version: '1.0.0',
      status: 'active',
      inputs_scope: [],
      additional_variables: [],
      retrieval: { pipeline: [] },
      contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
    },
  },
  samples: { hotfix: { id: 'hotfix', name: 'hotfix · tech_lead', request: {} } },
};

const settings = [{ key: 'redaction_mode', meaning: 'How secrets are found.' }];
const found = (query: string) =>
  searchEntries(paletteEntries(documents, settings), query)
    .flatMap(({ entries }) => entries)
    .map(entry => `${entry.kind}: ${entry.title}`);

const elsewhere = studioCommandIds.filter(id => studioCommand(id).place);

beforeEach(() => {
  useCommandSources.setState({ sources: [] });
  provideCommands(() => ({ 'edit.undo': { run: () => undefined } }));
});

it('finds rules, memories, samples and commands that have a meaning now', () => {
  expect(found('')).toEqual([
    'rule: Architecture while planning',
    'engine: Planning rules',
    'memory: architecture-docs',
    'sample: hotfix · tech_lead',
    ...Object.values(studioSettings).map(({ name }) => `setting: ${name}`),
    'setting: Redaction',
    'command: Undo',
    // What means something in another view only goes there.
    ...elsewhere.map(id => `command: ${studioCommand(id).title}`),
  ]);
  expect(found('arch')).toEqual(['memory: architecture-docs', 'rule: Architecture while planning']);
  expect(found('tech')).toEqual(['sample: hotfix · tech_lead']);
  expect(found('undo')).toEqual(['command: Undo']);
});

it('finds by the detail after what is found by the title', () => {
  expect(found('planning')).toEqual(['engine: Planning rules', 'rule: Architecture while planning']);
  expect(found('design notes')).toEqual(['memory: architecture-docs']);
});

it('tells each kind by itself, six of it, and of how many more it answers', () => {
  const rules = Array.from({ length: 20 }, (_, at) => ({
    id: `r${at}`,
    name: `Redaction of kind ${at}`,
    when: [],
    then: { add_memories: [] },
  }));
  const many = {
    ...documents,
    engines: { e: { id: 'e', name: 'e', description: '', enabled: true, rules } },
  };
  const groups = searchEntries(paletteEntries(many, settings), 'redaction');
  expect(groups.map(({ kind, entries, more }) => [kind, entries.length, more])).toEqual([
    ['setting', 1, 0],
    ['rule', 6, 14],
  ]);
});

it('goes to the view of a command that means nothing here, and does it once the view is there', async () => {
  const ran: string[] = [];
  setWorkspace({ view: 'health' });
  const [posting] = searchEntries(paletteEntries(documents), 'post to the ledger').flatMap(
    group => group.entries,
  );
  posting?.run();
  expect([useWorkspace.getState().view, ran]).toEqual(['ledger', []]);
  provideCommands(() => ({ 'ledger.post': { run: () => void ran.push('posted') } }));
  provideCommands(() => ({}));
  await expect.poll(() => ran).toEqual(['posted']);
});

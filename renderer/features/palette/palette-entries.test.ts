import { beforeEach, expect, it } from 'vitest';
import { provideCommands, useCommandSources } from '../../stores/commands.ts';
import type { Documents } from '../../stores/history.ts';
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

const found = (query: string) =>
  searchEntries(paletteEntries(documents), query).map(entry => `${entry.kind}: ${entry.title}`);

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
    'command: Undo',
  ]);
  expect(found('arch')).toEqual(['memory: architecture-docs', 'rule: Architecture while planning']);
  expect(found('tech')).toEqual(['sample: hotfix · tech_lead']);
  expect(found('undo')).toEqual(['command: Undo']);
});

it('finds by the detail after what is found by the title', () => {
  expect(found('planning')).toEqual(['engine: Planning rules', 'rule: Architecture while planning']);
  expect(found('design notes')).toEqual(['memory: architecture-docs']);
});

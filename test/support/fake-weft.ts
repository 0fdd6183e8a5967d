import { vi } from 'vitest';
import type { StudioEvent, WeftBridge } from '../../renderer/api/bridge.ts';
import { contract, type Input, type Output, type ProcedureName } from '../../shared/contract/contract.ts';
import { AppError, type Reply } from '../../shared/contract/errors.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { ContextTest } from '../../shared/model/context-test.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';

type Answers = {
  readonly [Name in ProcedureName]?:
    | Output<Name>
    | AppError
    | ((input: Input<Name>) => Output<Name> | Promise<Output<Name>>);
};

export interface FakeWeft {
  /** What was asked of procedures that the test did not expect to be asked is an error in `unexpected`. */
  readonly asked: readonly { readonly name: string; readonly input: unknown }[];
  /** Replaces answers. */
  answer(more: Answers): void;
  tell(event: StudioEvent): void;
}

/** Stands in place of the program behind the studio, at the border where a window has its preload. The contract judges what it answers. */
export function fakeWeft(first: Answers): FakeWeft {
  const answers: Record<string, unknown> = { 'drafts.save': {}, ...first };
  const asked: { name: string; input: unknown }[] = [];
  const listeners = new Set<Parameters<WeftBridge['on']>[0]>();
  const bridge: WeftBridge = {
    call: async (name, input) => {
      asked.push({ name, input });
      return replyOf(name, answers[name], input);
    },
    on: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  vi.stubGlobal('weft', bridge);
  return {
    asked,
    answer: more => Object.assign(answers, more),
    tell: event => {
      for (const listener of listeners) listener(event);
    },
  };
}

async function replyOf(name: string, given: unknown, input: unknown): Promise<Reply<unknown>> {
  const known = Object.entries(contract).find(([candidate]) => candidate === name)?.[1];
  if (!known || given === undefined) throw new Error(`the test answers no "${name}"`);
  const value: unknown = typeof given === 'function' ? await given(input) : given;
  if (value instanceof AppError)
    return { ok: false, error: { code: value.code, message: value.message, details: value.details } };
  return { ok: true, value: known.output.parse(value) };
}

interface SampleFiles {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly samples: readonly Sample[];
  readonly contracts: readonly ContextContract[];
  readonly tests: readonly ContextTest[];
}

const read = <File>(files: Record<string, unknown>): File[] => Object.values(files) as File[]; // files of the project

/** The definitions of the sample project. */
export const sampleFiles: SampleFiles = {
  engines: read(
    import.meta.glob('../../electron/sample-project/files/dot-codebolt/context-rule-engines/*.json', {
      eager: true,
      import: 'default',
    }),
  ),
  memories: read(
    import.meta.glob('../../electron/sample-project/files/dot-codebolt/PersistentMemory/*.json', {
      eager: true,
      import: 'default',
    }),
  ),
  contracts: read(
    import.meta.glob('../../electron/sample-project/files/dot-codebolt/contracts/*.json', {
      eager: true,
      import: 'default',
    }),
  ),
  tests: read(
    import.meta.glob('../../electron/sample-project/files/dot-codebolt/weft/tests/*.json', {
      eager: true,
      import: 'default',
    }),
  ),
  samples: read(
    import.meta.glob('../../electron/sample-project/files/dot-codebolt/weft/samples/*.json', {
      eager: true,
      import: 'default',
    }),
  ),
};

/** Answers to everything that opening a project with these definitions asks. */
export function openProjectAnswers({ engines, memories, samples, contracts, tests }: SampleFiles): Answers {
  const hash = '0'.repeat(64);
  const listed = (documents: readonly { id: string }[]) => ({
    hashes: Object.fromEntries(documents.map(({ id }) => [id, hash])),
    problems: [],
  });
  return {
    'project.info': {
      open: true,
      path: '/projects/agent-team',
      name: 'agent-team',
      trusted: true,
      problems: [],
      version: '0.1.0',
      shell: 'window',
      sample_path: '/projects/agent-team',
    },
    'engines.list': { engines: [...engines], ...listed(engines) },
    'memories.list': { memories: [...memories], ...listed(memories) },
    'samples.list': { samples: [...samples], ...listed(samples) },
    'layouts.list': { layouts: [], ...listed([]) },
    'contracts.list': { contracts: [...contracts], ...listed(contracts) },
    'tests.list': { tests: [...tests], ...listed(tests) },
    'drafts.get': { draft: null },
  };
}

/** Answers to what the content of a project is asked for, where nothing is stored; without keys and values. */
export const noContentAnswers = {
  'documents.list': { documents: [], collections: [] },
  'content.facets': { instances: [], kinds: [], relations: [] },
  'graph.views': { views: [] },
  'conversations.list': { conversations: [] },
  'sessions.list': { sessions: [] },
  'ledger.facets': {
    decisions: 0,
    entries: 0,
    scopes: [],
    domains: [],
    agents: [],
    types: [],
    tags: [],
    statuses: [],
    files: [],
    places: [],
  },
} satisfies Answers;

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssembledContext, ContextItem } from '../../../shared/model/assembled-context.ts';
import {
  closedSections,
  dataMark,
  dataSection,
  defaultAuthority,
  originWords,
} from '../../../shared/model/authority.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ParamKind, ParamSpec } from '../../../shared/pipeline/step-kind.ts';
import { type StepType, stepKind, stepTypes } from '../../../shared/pipeline/step-kinds.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createPipelineCache } from '../pipeline/pipeline-cache.ts';
import type { EnginePorts, HandlerInput, StorePort } from '../ports.ts';
import { assemble } from './assemble.ts';

/** Every way in which a request gives something; each value can be told from what the project says. */
const given = requestOf({
  input: 'plant0 why',
  scope_variables: {
    project: { place: 'plant1', inner: { deep: 'plant2' } },
    thread: { thread_id: 'plant3' },
  },
  additional_variables: {
    note: 'plant4',
    many: ['plant5', { content: 'plant6' }],
    count: 7,
    action: 'plant8',
  },
  explicit_memory: ['m'],
});
const isPlanted = (value: unknown): boolean => /plant\d/i.test(JSON.stringify(value));
const instructions = closedSections('agent', defaultAuthority);

/** Stores that have what they are asked for, of which the project vouches. */
const own = async () => [
  {
    id: 'a',
    content: 'the project says a',
    title: 'A',
    score: 0.5,
    source: { kind: 'own', trust: 'project' as const },
  },
];
const names = Object.keys(emptyStores);
const stores: StorePort = {
  ...(Object.fromEntries(names.map(name => [name, own])) as unknown as StorePort), // the same names
  contentVersions: async scopes => scopes.map(() => '1'),
};

/** A function of a program that vouches for whatever it is given. */
const echo = ({ args, query, elements }: HandlerInput) =>
  [JSON.stringify(args), query, ...elements.map(({ content }) => content)].map(content => ({
    content,
    source: { kind: 'handler', trust: 'user' },
  }));

const portsOf = (pipelines?: EnginePorts['pipelines']): EnginePorts =>
  enginePorts({ stores, handlers: new Map([['echo', echo]]), ...(pipelines && { pipelines }) });

const run = (
  memory: PersistentMemory,
  giver: Giver | undefined,
  request: ContextRequest = given,
  ports = portsOf(),
): Promise<AssembledContext> =>
  assemble(
    {
      request,
      engines: [],
      memories: [memory],
      redaction: 'off',
      authority: defaultAuthority,
      ...(giver && { giver }),
    },
    { ports, cancel: neverCancelled, emit: () => {}, requestId: 'r' },
  );

const mark = `${dataMark(originWords.agent)}\n\n`;
const itemsIn = ({ context }: AssembledContext, among: (section: string) => boolean): ContextItem[] =>
  Object.entries(context).flatMap(([section, items]) => (among(section) ? items : []));
const instructed = (assembled: AssembledContext) =>
  itemsIn(assembled, section => instructions.some(one => one === section));
const contentsOf = (items: readonly ContextItem[]) => items.map(({ content }) => content);

const constraints = (pipeline: Step[], more: Parameters<typeof memoryOf>[1] = {}) =>
  memoryOf('m', { pipeline, contribution: { section: 'constraints' }, ...more });

describe('what an agent gives with a request is an agent’s word', () => {
  it.each<[string, Step[]]>([
    ['a variable', [staticStep('Focus: ${note}')]],
    ['a variable by its whole name', [staticStep('Focus: ${addVar.note}')]],
    ['a variable of a scope', [staticStep('Focus: ${place}')]],
    ['a variable of a scope by its whole name', [staticStep('Focus: ${scope.project.place}')]],
    ['a variable within another', [staticStep('Focus: ${inner.deep}')]],
    ['an id', [staticStep('Thread ${thread_id}')]],
    ['a list', [staticStep('Focus: ${many}')]],
    ['the title of an item', [staticStep({ content: 'Focus', title: '${note}' })]],
    ['the input', [staticStep('Asked: ${query}')]],
    ['the input by its whole name', [staticStep('Asked: ${input.text}')]],
    ['its keywords', [staticStep('Asked: ${keywords}')]],
    ['the action', [staticStep('Doing: ${action}')]],
    ...(['query', 'keywords', 'action', 'context'] as const).map(
      from =>
        [
          `a query of the ${from}`,
          [{ type: 'derive_query', alias: 'dq', params: { from } }, staticStep('Asked: ${dq}')],
        ] as [string, Step[]],
    ),
    ['a rewritten query', [{ type: 'rewrite_query', alias: 'rq' }, staticStep('Asked: ${rq}')]],
    [
      'a query that was derived and rewritten',
      [{ type: 'derive_query' }, { type: 'rewrite_query', alias: 'rq' }, staticStep('Asked: ${rq}')],
    ],
    [
      'a derived query within a list',
      [
        { type: 'derive_query', alias: 'dq' },
        staticStep('The project says so.'),
        { type: 'merge', params: { sources: ['dq'] } },
      ],
    ],
    ['a text of a list', [staticStep('Focus: ${note}'), { type: 'format', params: { format: 'prose' } }]],
    [
      'a group',
      [staticStep({ content: 'x', kind: '${note}' }), { type: 'group_by', params: { field: 'kind' } }],
    ],
    [
      'a label that becomes a group',
      [
        staticStep('The project says so.'),
        { type: 'annotate', params: { label: '${note}' } },
        { type: 'group_by', params: { field: 'provenance.label' } },
      ],
    ],
    [
      'a derived query as a label that becomes a group',
      [
        { type: 'derive_query', alias: 'dq' },
        staticStep('The project says so.'),
        { type: 'annotate', params: { label: '${dq}' } },
        { type: 'group_by', params: { field: 'provenance.label' } },
      ],
    ],
    [
      'an argument of a handler',
      [{ type: 'handler', params: { name: 'echo', args: { deep: { note: '${note}' } } } }],
    ],
    ['what a handler is asked', [{ type: 'handler', params: { name: 'echo' } }]],
    [
      'a step of a branch',
      [{ type: 'conditional', params: { condition: 'true', thenSteps: [staticStep('Focus: ${note}')] } }],
    ],
  ])('%s', async (_, pipeline) => {
    const memory = constraints(pipeline);
    const [asked, user] = [await run(memory, 'agent'), await run(memory, 'user')];
    expect(instructed(asked).filter(isPlanted)).toEqual([]);
    const lowered = itemsIn(asked, section => section === dataSection).filter(isPlanted);
    expect(lowered.length).toBeGreaterThan(0);
    expect(
      lowered.filter(
        ({ content, lowered_from }) => !content.startsWith(mark) || lowered_from !== 'constraints',
      ),
    ).toEqual([]);
    expect(asked.trace.lowered?.map(({ origin, placed }) => [origin, placed])).toEqual(
      asked.trace.lowered?.map(() => ['agent', dataSection]),
    );
    // Control: what a user gives stands where the memory wants it, as before anybody asked who gave it.
    expect(contentsOf(instructed(user))).toEqual(
      expect.arrayContaining(lowered.map(({ content }) => content.slice(mark.length))),
    );
    expect([user.trace.lowered, user.context]).toEqual([undefined, (await run(memory, undefined)).context]);
  });

  it('goes nowhere where what is too low is left out', async () => {
    const { context, trace } = await assemble(
      {
        request: given,
        engines: [],
        memories: [constraints([staticStep('Focus: ${note}', 'Be kind.')])],
        redaction: 'off',
        authority: { ...defaultAuthority, below: 'leave_out' },
        giver: 'agent',
      },
      { ports: portsOf(), cancel: neverCancelled, emit: () => {}, requestId: 'r' },
    );
    expect(contentsOf(context.constraints ?? [])).toEqual(['Be kind.']);
    expect([Object.keys(context), trace.dropped.map(({ item_id, reason }) => [item_id, reason])]).toEqual([
      ['constraints'],
      [['m#0', 'authority']],
    ]);
  });

  it('a text is as low as its own templates, whatever stands beside it', async () => {
    const pipeline = [
      { type: 'derive_query' as const, alias: 'dq' },
      staticStep('Be kind.', 'Focus: ${note}', 'Asked: ${dq}', 'Never push.'),
    ];
    const { context } = await run(constraints(pipeline), 'agent');
    expect(contentsOf(context.constraints ?? [])).toEqual(['Be kind.', 'Never push.']);
    expect(contentsOf(context.knowledge ?? [])).toEqual([`${mark}Focus: plant4`, `${mark}Asked: plant0 why`]);
  });
});

describe('what stays the project’s, whoever asks', () => {
  const search: Step = { type: 'document_search', alias: 'found', params: { query: '${note} ${query}' } };
  it.each<[string, Step[], Parameters<typeof memoryOf>[1]?]>([
    ['what was found by what was given', [search]],
    [
      'what was found by a derived query',
      [
        { type: 'derive_query', alias: 'dq' },
        { ...search, params: { query: '${dq}' } },
      ],
    ],
    ['a text that names what was found', [search, staticStep('Remember: ${found}')]],
    [
      'keys that were named',
      [{ type: 'kv_get', params: { instance: '${note}', namespace: 'n', keys: ['${note}'] } }],
    ],
    [
      'what a filter kept',
      [search, { type: 'filter', params: { field: 'content', operator: 'neq', value: '${note}' } }],
    ],
    [
      'what a condition chose',
      [
        {
          type: 'conditional',
          params: { condition: "${note} == 'plant4'", thenSteps: [staticStep('Be kind.')] },
        },
      ],
    ],
    [
      'a text that names the answer to a condition',
      [
        { type: 'conditional', alias: 'is', params: { condition: "${note} == 'plant4'" } },
        staticStep('It is ${is}.'),
      ],
    ],
    ['a template that was written out', [staticStep('Write $${note} there.')]],
    [
      'what nobody gave',
      [staticStep('Focus: ${nothing}')],
      { additional_variables: [{ name: 'nothing', type: 'string', default: '' }] },
    ],
    [
      'a default',
      [staticStep('Phase: ${phase} ${addVar.phase} ${shape.wide}')],
      {
        additional_variables: [
          { name: 'phase', type: 'string', default: 'planning' },
          { name: 'shape', type: 'object', default: { wide: 'yes' } },
        ],
      },
    ],
  ])('%s', async (_, pipeline, more) => {
    const memory = constraints(pipeline, more);
    const [asked, user] = [await run(memory, 'agent'), await run(memory, 'user')];
    expect([instructed(asked).length, asked.trace.lowered]).toEqual([1, undefined]);
    expect(asked.context).toEqual(user.context);
  });
});

describe('what is remembered', () => {
  const remembered = (memory: PersistentMemory) => {
    const ports = portsOf(createPipelineCache());
    return async (giver: Giver, request = given) => {
      const assembled = await run(memory, giver, request, ports);
      return [assembled.trace.memory_calls[0]?.status, Object.keys(assembled.context)];
    };
  };

  it('is another for whom an agent asks than for its user', async () => {
    const ask = remembered(constraints([staticStep('Focus: ${note}')]));
    const [first, second] = [
      ['ok', ['constraints']],
      ['ok', ['knowledge']],
    ];
    expect([await ask('user'), await ask('agent'), await ask('user'), await ask('agent')]).toEqual([
      first,
      second,
      ['cached', ['constraints']],
      ['cached', ['knowledge']],
    ]);
  });

  it('is another where a default stands than where an agent gives the same', async () => {
    const ask = remembered(
      constraints([staticStep('Phase: ${phase}')], {
        additional_variables: [{ name: 'phase', type: 'string', default: 'planning' }],
      }),
    );
    const giving = { ...given, additional_variables: { phase: 'planning' } };
    expect([await ask('agent'), await ask('agent', giving), await ask('agent')]).toEqual([
      ['ok', ['constraints']],
      ['ok', ['knowledge']],
      ['cached', ['constraints']],
    ]);
  });

  it('is the same where nothing that is given is read', async () => {
    const ask = remembered(constraints([staticStep('Be kind.')]));
    expect([await ask('user'), await ask('agent')]).toEqual([
      ['ok', ['constraints']],
      ['cached', ['constraints']],
    ]);
  });
});

/** Texts with templates of every name that a request gives, and of the steps before. */
const textOf = (earlier: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom(
    ...[
      'note',
      'addVar.note',
      'place',
      'scope.project.place',
      'inner.deep',
      'inner',
      'many',
      'thread_id',
      'count',
    ],
    ...['query', 'keywords', 'action', 'input.text', 'phase', ...earlier],
  );
  return fc.oneof(
    fc.constantFrom('plain', 'a', '$${note}'),
    name.map(one => `\${${one}}`),
    fc.tuple(name, name).map(([one, other]) => `say \${${one}} and \${ ${other} } now`),
  );
};

/** Texts that have to be of one kind, or the step fails. */
const fitting: Readonly<Record<string, readonly unknown[]>> = {
  field: ['title', 'content', 'provenance.label', 'kind'],
  ...{ after: ['2026-01-01T00:00:00Z'], before: ['2026-01-02T00:00:00Z'], since: ['2026-01-01T00:00:00Z'] },
  ...{ entry_types: [['need']], name: ['echo'] },
};

/** Of parameters that take no texts of their own, something that fits. */
function paramOf(
  spec: ParamSpec,
  name: string,
  earlier: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const text = textOf(earlier);
  const alias = fc.constantFrom(...earlier);
  const kinds: Readonly<Record<ParamKind, fc.Arbitrary<unknown>>> = {
    text,
    number: fc.constant(1),
    choice: fc.constantFrom(...(spec.choices ?? [''])),
    texts: fc.array(text, { minLength: 1, maxLength: 2 }),
    sources: fc.array(alias, { minLength: 1, maxLength: 3 }),
    source: fc.option(alias, { nil: undefined }),
    weights: fc.constant({ score: 1 }),
    items: fc.array(fc.oneof(text, fc.record({ content: text, title: text, kind: text })), {
      minLength: 1,
      maxLength: 3,
    }),
    value: text,
    condition: fc.constantFrom('true', 'false', "${note} == 'plant4'", 'results.count > 0'),
    steps: depth > 0 ? fc.constant([]) : stepsAfter(earlier, 'n', depth + 1, 2),
    object: fc.record({ say: text, deep: fc.record({ say: text }) }),
  };
  if (fitting[name] !== undefined) return fc.constantFrom(...fitting[name]);
  return kinds[spec.kind];
}

function stepOf(
  type: StepType,
  alias: string,
  earlier: readonly string[],
  depth: number,
): fc.Arbitrary<Step> {
  const specs = Object.entries(stepKind(type).params) as [string, ParamSpec][]; // of every kind alike
  const params = Object.fromEntries(
    specs.map(([name, spec]) => {
      const value = paramOf(spec, name, earlier, depth);
      return [name, spec.required === true ? value : fc.option(value, { nil: undefined })];
    }),
  );
  return fc.record(params).map(made => ({
    type,
    alias,
    params: Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as JsonObject,
  }));
}

/** Steps one after the other, each of which may name those before it. */
function stepsAfter(
  earlier: readonly string[],
  prefix: string,
  depth: number,
  most: number,
): fc.Arbitrary<Step[]> {
  const types = fc.array(fc.constantFrom(...stepTypes), { minLength: 1, maxLength: most });
  return types.chain(chosen => {
    const known = [...earlier];
    const steps = chosen.map((type, at) => {
      const alias = `${prefix}${depth}x${at}`;
      const step = stepOf(type, alias, [...known], depth);
      known.push(alias);
      return step;
    });
    return fc.tuple(...steps);
  });
}

/** A list, a query and a label to begin with, so that most pipelines have something to make texts of. */
const beginning: Step[] = [
  staticStep('The project says so.'),
  { type: 'derive_query', alias: 'dq', params: { from: 'context' } },
];
const pipelines = stepsAfter(['static_1', 'dq'], 's', 0, 5).map(steps => [...beginning, ...steps]);

it('no pipeline puts what an agent gives among instructions, remembered or not, and all of it is there for a user', async () => {
  const seen = new Set<StepType>();
  let planted = 0;
  await fc.assert(
    fc.asyncProperty(pipelines, fc.constantFrom(...instructions), async (pipeline, section) => {
      const memory = memoryOf('m', {
        pipeline,
        contribution: { section, required: true },
        additional_variables: [{ name: 'phase', type: 'string', default: 'planning' }],
      });
      const ports = portsOf(createPipelineCache());
      const [user, asked] = [
        await run(memory, 'user', given, ports),
        await run(memory, 'agent', given, ports),
      ];
      expect(instructed(asked).filter(isPlanted)).toEqual([]);
      const bare = (assembled: AssembledContext) =>
        [
          ...new Set(
            itemsIn(assembled, () => true).map(({ content }) =>
              content.replace(/^Data from Weft .*\n\n/, ''),
            ),
          ),
        ].toSorted();
      expect(bare(asked)).toEqual(bare(user));
      expect((await run(memory, 'user', given, ports)).context).toEqual(user.context);
      expect((await run(memory, 'agent', given)).context).toEqual(asked.context);
      if (user.trace.memory_calls[0]?.status === 'failed') return;
      for (const { type } of pipeline) seen.add(type);
      if (instructed(user).some(isPlanted)) planted += 1;
    }),
    { numRuns: propertyRuns(4000) },
  );
  expect([...seen].toSorted()).toEqual([...stepTypes].toSorted());
  expect(planted).toBeGreaterThan(propertyRuns(4000) / 10);
});

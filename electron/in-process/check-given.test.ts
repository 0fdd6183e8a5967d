import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createWeft } from './create-weft.ts';
import type { Weft, WeftOptions, WeftTracer } from './weft-types.ts';

/** What plain JavaScript may do: its values have no types. */
const untyped = (value: unknown) => value as never;

const failed = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    const { name, code, message } = error as { name: string; code?: string; message: string };
    return code === undefined ? `${name}: ${message}` : [code, message];
  }
};

const span = { setAttributes() {}, setStatus() {}, addEvent() {}, end() {} };
const tracer: WeftTracer = { startActiveSpan: (_, __, work) => work(span) };
const formats = 'format: must be one of markdown, xml, json, not "pdf"';

it.each([
  [
    undefined,
    'options: must be an object, not undefined; give a project, a bundle, a source, or engines and memories',
  ],
  [
    'here',
    'options: must be an object, not "here"; give a project, a bundle, a source, or engines and memories',
  ],
  [{ project: undefined }, 'project: must be a text, not undefined'],
  [{ project: '.', trust: 'some' }, 'trust: must be one of granted, all, not "some"'],
  [{ bundle: undefined }, 'bundle: must be an object, not undefined; give its url and its publicKey'],
  [{ source: null }, 'source: must be an object, not null; give one with read()'],
  [{ source: {} }, 'source.read: must be a function that gives engines and memories'],
])('an engine that is opened on %j says what it lacks', async (options, message) => {
  const given = typeof options === 'object' ? { userDataDir: temporaryFolder(), ...options } : options;
  expect(await failed(() => createWeft(untyped(given)))).toEqual(['invalid_input', message]);
});

it.each([{}, { tracer }])(
  'what is asked in a way that is none is refused as that, traced or not: %#',
  async more => {
    const options: WeftOptions = { engines: [], memories: [], ...more };
    const weft: Weft = await createWeft(options);
    const request = { scope_variables: {} };
    const assembled = await weft.assemble(request);
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
    const asked: readonly (readonly [() => unknown, string])[] = [
      [() => weft.render(assembled, untyped({ format: 'pdf' })), formats],
      [() => weft.render(untyped(undefined)), 'assembled: must be an object, not undefined'],
      [() => weft.render(untyped({})), 'assembled.context: must be an object, not undefined'],
      [() => weft.render(assembled, untyped(null)), 'as: must be an object, not null'],
      [
        () => weft.fit(body, untyped(undefined)),
        'options: must be an object, not undefined; give a budget of tokens',
      ],
      [() => weft.fit(body, untyped({})), 'budget: must be a whole number >= 1, not undefined'],
      [
        () => weft.fit(body, untyped({ budget: 1000, estimator: 'words' })),
        'estimator: must be one of chars4, o200k_base, cl100k_base, not "words"',
      ],
      [
        () => weft.fit(body, untyped({ budget: 1000, prefix: 5 })),
        'prefix: must be one of stable, moving, not a number',
      ],
      [() => weft.evaluate(request, untyped(null)), 'options: must be an object, not null'],
      [() => weft.assemble(request, untyped(null)), 'options: must be an object, not null'],
      [() => weft.prepare(body, untyped(null)), 'options: must be an object, not null'],
      [() => weft.prepare(body, untyped({ place: 'end' })), 'place: must be one of user, system, not "end"'],
      [
        () => weft.explain(request, untyped(undefined)),
        'target: must be an object, not undefined; give a memoryId or an itemId',
      ],
      [() => weft.explain(request, untyped({})), 'target.itemId: must be a text, not undefined'],
    ];
    for (const [work, message] of asked) expect(await failed(work)).toEqual(['invalid_input', message]);
    const letter = untyped({ budget: 1000, shape: 'letter' });
    for (const asking of [() => weft.fit(body, letter), () => weft.prepare(body, letter)])
      expect(await failed(asking)).toEqual([
        'invalid_input',
        expect.stringMatching(/^shape: must be one of openai_chat, .*, not "letter"$/),
      ]);
  },
);

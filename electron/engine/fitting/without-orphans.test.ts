import { describe, expect, it } from 'vitest';
import type { ShapeName } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { roughTokens } from '../../../test/support/conversations.ts';
import { extractiveSummarizer } from '../conversation/extractive-summarizer.ts';
import { createTextCounter } from '../conversation/text-counter.ts';
import { fitBody } from './fit-body.ts';

const fitted = (name: ShapeName, body: unknown, budget = 100_000_000) =>
  fitBody({
    shape: shapeOf(name),
    body,
    budget,
    counter: createTextCounter(roughTokens, 'chars4'),
    summarizer: extractiveSummarizer,
    cancel: { cancelled: false, onCancel: () => () => {} },
  });

/** The messages, items or contents of a body that was fitted, how many orphans it had, and what is told. */
async function mended(name: ShapeName, entries: readonly unknown[], beside: object = {}) {
  const key = name === 'openai_responses' ? 'input' : name === 'gemini' ? 'contents' : 'messages';
  const { request, report } = await fitted(name, { ...beside, [key]: entries });
  return {
    entries: (request as Record<string, unknown>)[key],
    orphans: report.orphans,
    told: report.warnings,
  };
}
const untouched = (entries: readonly unknown[]) => ({ entries, orphans: 0, told: [] });

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

describe('OpenAI responses', () => {
  const asked = { role: 'user', content: 'list it' };
  const shell = (call_id: string, id: string) => ({
    type: 'local_shell_call',
    id,
    call_id,
    status: 'completed',
    action: { type: 'exec', command: ['ls'], env: {} },
  });
  const output = (id: string) => ({ type: 'local_shell_call_output', id, output: 'a.txt' });
  const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' });
  const result = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'x' });
  const thought = (id: string) => ({ type: 'reasoning', id, summary: [] });

  it.each(['call_1', 'lsh_1'])(
    'finds the output of a local shell by its id (%s), of which it has one only',
    async id => {
      const input = [asked, shell('call_1', 'lsh_1'), output(id), user('thanks')];
      expect(await mended('openai_responses', input)).toEqual(untouched(input));
      const torn = [asked, output(id), user('thanks')];
      expect(await mended('openai_responses', torn)).toEqual({
        entries: [asked, user('thanks')],
        orphans: 1,
        told: [],
      });
    },
  );

  it('takes the thought with a call that nothing answered, and leaves one that stands for something else', async () => {
    const input = [asked, thought('a'), call('never'), user('go on'), thought('b'), call('c'), result('c')];
    expect(await mended('openai_responses', input)).toEqual({
      entries: [asked, ...input.slice(3)],
      orphans: 1,
      told: ['1 thought was taken out with the call it stood before'],
    });
    const shared = [asked, thought('a'), call('never'), call('c'), result('c'), user('go on')];
    expect(await mended('openai_responses', shared)).toEqual({
      entries: shared.filter(one => one !== shared[2]),
      orphans: 1,
      told: [],
    });
    const apart = [asked, thought('a'), call('never'), thought('b'), call('c'), result('c'), user('go on')];
    expect((await mended('openai_responses', apart)).entries).toEqual([asked, ...apart.slice(3)]);
  });

  it('keeps results whose calls the provider holds itself', async () => {
    const input = [result('earlier')];
    for (const beside of [{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }])
      expect(await mended('openai_responses', input, beside)).toEqual(untouched(input));
    const referred = [asked, { type: 'item_reference', id: 'fc_1' }, result('earlier'), user('go on')];
    expect(await mended('openai_responses', referred)).toEqual(untouched(referred));
    expect((await mended('openai_responses', [asked, ...input])).orphans).toBe(1);
  });
});

describe('AI SDK model messages', () => {
  const call = (toolCallId: string, more: object = {}) => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'pay',
    input: {},
    ...more,
  });
  const request = (toolCallId: string) => ({
    type: 'tool-approval-request',
    approvalId: `of ${toolCallId}`,
    toolCallId,
  });
  const response = (toolCallId: string) => ({
    type: 'tool-approval-response',
    approvalId: `of ${toolCallId}`,
    approved: true,
  });
  const result = (toolCallId: string) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'pay',
    output: { type: 'text', value: 'paid' },
  });
  const tool = (...content: object[]) => ({ role: 'tool', content });

  it('keeps a call on which a user decided, or still may', async () => {
    const decided = [user('pay'), assistant([call('c'), request('c')]), tool(response('c'))];
    for (const messages of [
      decided,
      [...decided, assistant('paid'), user('thanks')],
      [...decided, tool(result('c')), assistant('paid'), user('thanks')],
      [user('pay'), assistant([call('c'), request('c')])],
      [user('pay'), assistant([call('a'), call('c'), request('c')]), tool(result('a'))],
      [
        user('search'),
        assistant([call('s', { providerExecuted: true }), { type: 'text', text: 'so' }]),
        user('b'),
      ],
    ])
      expect(await mended('ai_sdk_model', messages)).toEqual(untouched(messages));
  });

  it('takes a request that a user went past with its call', async () => {
    const messages = [
      user('pay'),
      assistant([call('c'), request('c'), call('a')]),
      tool(result('a')),
      user('no'),
    ];
    expect(await mended('ai_sdk_model', messages)).toEqual({
      entries: [messages[0], assistant([call('a')]), messages[2], messages[3]],
      orphans: 1,
      told: [],
    });
    const alone = [user('pay'), assistant([call('c'), request('c')]), user('no')];
    expect((await mended('ai_sdk_model', alone)).entries).toEqual([user('pay'), user('no')]);
  });

  it('leaves an answer to a request with the call, whatever has to go', async () => {
    const messages = [
      ...Array.from({ length: 12 }, (_, at) => [user(`question ${at} `.repeat(20)), assistant('yes')]).flat(),
      user('pay'),
      assistant([call('c'), request('c')]),
      tool(response('c')),
    ];
    for (const budget of [150, 300, 600]) {
      const { request: small } = await fitted('ai_sdk_model', { messages }, budget);
      expect((small as { messages: unknown[] }).messages.slice(-2)).toEqual(messages.slice(-2));
    }
  });
});

describe('AI SDK UI messages', () => {
  const said = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });
  const answer = (...parts: object[]) => ({ id: 'a', role: 'assistant', parts });
  const tool = (toolCallId: string, more: object) => ({ type: 'tool-pay', toolCallId, input: {}, ...more });
  const pending = tool('c', { state: 'input-available' });
  const done = tool('d', { state: 'output-available', output: 1 });
  const text = { type: 'text', text: 'so' };
  const step = { type: 'step-start' };
  const thought = { type: 'reasoning', text: 'hm' };

  it('takes a part out whose tool gave nothing, with its step where nothing else is in it', async () => {
    const within = (...parts: object[]) => [said('u', 'pay'), answer(...parts), said('v', 'no')];
    expect(await mended('ai_sdk_ui', within(step, pending, done, text))).toEqual({
      entries: within(step, done, text),
      orphans: 1,
      told: [],
    });
    expect((await mended('ai_sdk_ui', within(step, thought, pending, step, text))).entries).toEqual(
      within(step, step, text),
    );
    expect(await mended('ai_sdk_ui', within(step, thought, pending))).toMatchObject({
      entries: [said('u', 'pay'), said('v', 'no')],
      orphans: 1,
    });
    const legacy = {
      type: 'tool-invocation',
      toolInvocation: { state: 'call', toolCallId: 'c', toolName: 'x', args: {} },
    };
    expect((await mended('ai_sdk_ui', within(text, legacy))).entries).toEqual(within(text));
  });

  it('keeps one that is decided, done without an output, run by the provider, or at the end', async () => {
    const approval = { id: 'x', approved: false };
    for (const part of [
      tool('c', { state: 'approval-responded', approval: { id: 'x', approved: true } }),
      tool('c', { state: 'output-denied', approval }),
      tool('c', { state: 'output-available' }),
      tool('c', { state: 'input-available', providerExecuted: true }),
      {
        type: 'tool-invocation',
        toolInvocation: { state: 'result', toolCallId: 'c', toolName: 'x', args: {} },
      },
    ]) {
      const messages = [said('u', 'pay'), answer(part), said('v', 'no')];
      expect(await mended('ai_sdk_ui', messages)).toEqual(untouched(messages));
    }
    const messages = [said('u', 'pay'), answer(pending)];
    expect(await mended('ai_sdk_ui', messages)).toEqual(untouched(messages));
    const asked = tool('c', { state: 'approval-requested', approval: { id: 'x' } });
    const passed = [said('u', 'pay'), answer(asked, text), said('v', 'no')];
    expect((await mended('ai_sdk_ui', passed)).entries).toEqual([passed[0], answer(text), passed[2]]);
  });
});

describe.each(['langchain_python', 'langchain_js'] as const)('%s', name => {
  const home =
    name === 'langchain_python' ? ['langchain', 'schema', 'messages'] : ['langchain_core', 'messages'];
  const made = (kind: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: [...home, kind],
    kwargs,
  });
  const human = (content: unknown) => made('HumanMessage', { content });
  const own = (id: string) => ({ name: 'f', args: {}, id, type: 'tool_call' });
  const raw = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
  const result = (tool_call_id: string) => made('ToolMessage', { content: 'x', tool_call_id });
  const text = { type: 'text', text: 'so' };

  it('takes every copy of a call out that nothing answered', async () => {
    const ai = (...ids: string[]) =>
      made('AIMessage', {
        content: [text, ...ids.map(use), ...ids.map(id => own(id))],
        tool_calls: ids.map(own),
        tool_call_chunks: ids.map(id => ({ ...own(id), args: '{}', index: 0 })),
        additional_kwargs: { tool_calls: ids.map(raw) },
      });
    const { entries, orphans } = await mended(name, [
      human('a'),
      ai('never', 'once', 'nor'),
      result('once'),
      human('b'),
    ]);
    expect([entries, orphans]).toEqual([[human('a'), ai('once'), result('once'), human('b')], 2]);
    const none = await mended(name, [human('a'), ai('never'), human('b')]);
    expect(none.entries).toEqual([
      human('a'),
      made('AIMessage', { content: [text], additional_kwargs: {} }),
      human('b'),
    ]);
    const empty = made('AIMessage', { content: '', tool_calls: [own('never')], additional_kwargs: {} });
    expect((await mended(name, [human('a'), empty, human('b')])).entries).toEqual([human('a'), human('b')]);
  });

  it('finds the results of calls that could not be read, and of functions as they were called before', async () => {
    const invalid = { name: 'f', args: '{', id: 'c', error: 'no JSON', type: 'invalid_tool_call' };
    const broken = [
      human('a'),
      made('AIMessage', { content: '', invalid_tool_calls: [invalid] }),
      result('c'),
    ];
    expect(await mended(name, [...broken, human('b')])).toEqual(untouched([...broken, human('b')]));
    const called = { content: '', additional_kwargs: { function_call: { name: 'f', arguments: '{}' } } };
    const older = [
      human('a'),
      made('AIMessage', called),
      made('FunctionMessage', { content: 'x', name: 'f' }),
    ];
    expect(await mended(name, [...older, human('b')])).toEqual(untouched([...older, human('b')]));
    const twice = made('AIMessage', { ...called, content: 'so', tool_calls: [own('never')] });
    expect((await mended(name, [human('a'), twice, human('b')])).entries).toEqual([
      human('a'),
      made('AIMessage', { content: 'so', additional_kwargs: {} }),
      human('b'),
    ]);
  });
});

const told = '[what was said before is left out]';

describe('Anthropic', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
  const result = (tool_use_id: string, content: unknown = 'x') => ({
    type: 'tool_result',
    tool_use_id,
    content,
  });
  const thought = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
  const hidden = { type: 'redacted_thinking', data: 'abc' };
  const text = (words: string) => ({ type: 'text', text: words });

  it('lets a user begin where the one who began only had a result', async () => {
    expect(await mended('anthropic', [user([result('gone')]), assistant('hi'), user('q')])).toEqual({
      entries: [user('q')],
      orphans: 1,
      told: ['1 message of the model at the front was taken out, since a user has to begin'],
    });
  });

  it('keeps work that goes on behind it, and says that something is left out', async () => {
    const work = [assistant([use('a')]), user([result('a')]), assistant([use('b')]), user([result('b')])];
    expect(await mended('anthropic', [user([result('gone')]), ...work])).toEqual({
      entries: [user(told), ...work],
      orphans: 1,
      told: [`"${told}" stands at the front, since a user has to begin`],
    });
    expect((await mended('anthropic', [user([result('gone')]), assistant('hi')])).entries).toEqual([
      user(told),
      assistant('hi'),
    ]);
    expect((await mended('anthropic', [user([result('gone')])], { system: 'Be brief.' })).entries).toEqual([
      user(told),
    ]);
  });

  it.each([[[thought]], [[hidden]], [[thought, hidden]], [[thought, text('')]]])(
    'takes thoughts with the call they stood for, and joins what it stood between (%j)',
    async before => {
      const { entries, orphans, told } = await mended('anthropic', [
        user('a'),
        assistant([...before, use('never')]),
        user([text('b')]),
      ]);
      expect([entries, orphans]).toEqual([[user([text('a'), text('b')])], 1]);
      expect(told).toContainEqual(expect.stringMatching(/^\d thoughts? (?:was|were) taken out/));
    },
  );

  it('keeps thoughts that stand for something else', async () => {
    const kept = assistant([thought, use('a'), text('so')]);
    const messages = [
      user('a'),
      assistant([thought, use('a'), thought, use('never'), text('so')]),
      user([result('a')]),
    ];
    expect((await mended('anthropic', [...messages, assistant('b')])).entries).toEqual(
      [...messages, assistant('b')].with(1, assistant([thought, use('a'), thought, text('so')])),
    );
    const trailing = assistant([thought, use('a'), text('so'), thought, use('never')]);
    expect(
      (await mended('anthropic', [user('a'), trailing, user([result('a')]), assistant('b')])).entries,
    ).toEqual([user('a'), kept, user([result('a')]), assistant('b')]);
    const waiting = [user('a'), assistant([thought, use('now')])];
    expect(await mended('anthropic', waiting)).toEqual(untouched(waiting));
  });

  it('cuts the results that stay where they stand after others are gone', async () => {
    const messages = [
      user('a'),
      assistant([use('a')]),
      user([result('gone'), result('a', 'word '.repeat(4_000))]),
      assistant('b'),
    ];
    const { request, report } = await fitted('anthropic', { messages }, 1_000);
    expect(report).toMatchObject({ orphans: 1, shortened: 1 });
    const again = await fitted('anthropic', request);
    expect(again.report.tokens_before).toBe(report.tokens_after);
    expect(report.tokens_after).toBeLessThanOrEqual(1_000);
  });
});

describe('Gemini', () => {
  const said = (...parts: object[]) => ({ role: 'user', parts });
  const model = (...parts: object[]) => ({ role: 'model', parts });
  const call = { functionCall: { name: 'f', args: {} } };
  const given = { functionResponse: { name: 'f', response: { output: 'x' } } };

  it('lets a user begin, and joins what an interrupted call stood between', async () => {
    expect(
      (await mended('gemini', [said(given), model({ text: 'hi' }), said({ text: 'q' })])).entries,
    ).toEqual([said({ text: 'q' })]);
    const cut = [said({ text: 'a' }), model({ text: 'hm', thought: true }, call), said({ text: 'b' })];
    expect(await mended('gemini', cut)).toMatchObject({
      entries: [said({ text: 'a' }, { text: 'b' })],
      orphans: 1,
    });
  });

  it('gives a result to the call before it, not to one that a user interrupted', async () => {
    const contents = [
      said({ text: 'a' }),
      model({ text: 'so' }, call),
      said({ text: 'b' }),
      model(call),
      said(given),
      model({ text: 'c' }),
    ];
    expect((await mended('gemini', contents)).entries).toEqual(contents.with(1, model({ text: 'so' })));
  });

  it('keeps results whose calls are in a cache', async () => {
    const contents = [said(given), model({ text: 'so' })];
    expect(await mended('gemini', contents, { cachedContent: 'cachedContents/a' })).toEqual(
      untouched(contents),
    );
  });
});

describe('OpenAI chat', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const calls = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) });
  const result = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'x' });

  it('takes a result before its call for what it is, and the call too', async () => {
    const messages = [user('a'), result('c'), calls('c'), user('b')];
    expect(await mended('openai_chat', messages)).toEqual({
      entries: [user('a'), user('b')],
      orphans: 2,
      told: [],
    });
  });

  it('tells calls apart whose ids are used again', async () => {
    const turn = [user('a'), calls('call_0'), result('call_0')];
    const messages = [...turn, user('b'), calls('call_0'), user('c'), ...turn.slice(1), assistant('d')];
    expect(await mended('openai_chat', messages)).toEqual({
      entries: messages.filter((_, at) => at !== 4),
      orphans: 1,
      told: [],
    });
    const legal = [...turn, ...turn, assistant('d')];
    expect(await mended('openai_chat', legal)).toEqual(untouched(legal));
  });

  it('leaves a message out that says nothing without its call', async () => {
    for (const beside of [{ content: '' }, { content: null }, { content: null, reasoning_content: 'hm' }]) {
      const messages = [user('a'), { role: 'assistant', tool_calls: [call('never')], ...beside }, user('b')];
      expect((await mended('openai_chat', messages)).entries).toEqual([user('a'), user('b')]);
    }
    const said = { role: 'assistant', content: 'so', reasoning_content: 'hm' };
    const messages = [user('a'), { ...said, tool_calls: [call('never')] }, user('b')];
    expect((await mended('openai_chat', messages)).entries).toEqual([user('a'), said, user('b')]);
  });
});

it('an exchange ends where nothing behind it answers an id that was used before', async () => {
  const use = assistant([{ type: 'tool_use', id: 'call_0', name: 'f', input: {} }]);
  const result = user([{ type: 'tool_result', tool_use_id: 'call_0', content: 'x' }]);
  const talk = Array.from({ length: 12 }, (_, at) => [user(`question ${at} `.repeat(20)), assistant('yes')]);
  const messages = [user('a'), use, result, assistant('b'), user('c'), use, ...talk.flat()];
  const lines = messages.map((message, at) => ({
    type: message.role,
    uuid: `l${at}`,
    parentUuid: at === 0 ? null : `l${at - 1}`,
    message,
  }));
  const { report } = await fitted('claude_code', lines, 400);
  expect(report.summarised).toBeGreaterThan(10);
});

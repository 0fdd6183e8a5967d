import fc from 'fast-check';
import type { ShapeName } from '../../shared/shapes/shape-names.ts';

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
  readonly result: string;
}
/** What is said, whichever shape it is written in: a question, and answers with calls that end in one without. */
interface Turn {
  readonly asked: string;
  readonly steps: readonly {
    readonly said: string;
    readonly thought: string;
    readonly calls: readonly Call[];
  }[];
  readonly answer: string;
}
type Talk = readonly Turn[];

const text = fc.oneof(
  { weight: 6, arbitrary: fc.lorem({ maxCount: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
);
const output = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 10, max: 400 })
      .map(lines => 'src/holds.ts: const held = 1;\n'.repeat(lines)),
  },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 20 }).map(path => JSON.stringify({ path, ok: true })) },
);
const call = fc.record({
  name: fc.constantFrom('read_file', 'search', 'run'),
  input: fc.record({ path: fc.lorem({ maxCount: 2 }) }),
  result: output,
});
const turn = fc.record({
  asked: text,
  steps: fc.array(
    fc.record({
      said: fc.oneof(fc.constant(''), text),
      thought: text,
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  answer: text,
});

/** Talks with tools; a call's id is its place. */
export const anyTalk: fc.Arbitrary<Talk> = fc.array(turn, { minLength: 1, maxLength: 10 }).map(turns =>
  turns.map((one, at) => ({
    ...one,
    steps: one.steps.map((step, index) => ({
      ...step,
      calls: step.calls.map((made, place) => ({ ...made, id: `call_${at}_${index}_${place}` })),
    })),
  })),
);

const time = (at: number) => new Date(Date.UTC(2026, 10, 1) + at * 60_000).toISOString();
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
const tool = { name: 'search', description: 'Finds', parameters: { type: 'object', properties: {} } };

/** A talk as each program would write it. */
export const bodies: Readonly<Record<ShapeName, (talk: Talk) => unknown>> = {
  openai_chat: talk => ({
    model: 'gpt-5',
    tools: [{ type: 'function', function: tool }],
    messages: [{ role: 'developer', content: 'Be brief.' }, ...chatOf(talk)],
  }),
  fine_tuning: talk => ({ messages: [{ role: 'system', content: 'Be brief.' }, ...plainOf(talk)] }),
  openai_responses: talk => ({
    model: 'gpt-5',
    instructions: 'Be brief.',
    tools: [{ type: 'function', ...tool }],
    input: talk.flatMap(turn => itemsOf(turn)),
  }),
  anthropic: talk => ({
    model: 'claude-sonnet',
    max_tokens: 1000,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: anthropicOf(talk),
  }),
  gemini: talk => ({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ functionDeclarations: [tool] }],
    contents: talk.flatMap(({ asked, steps, answer }, at) => [
      {
        role: 'user',
        parts: [
          { text: asked },
          ...(at === 0 ? [{ inlineData: { mimeType: 'image/png', data: image } }] : []),
        ],
      },
      ...steps.flatMap(({ said, thought, calls }) => [
        {
          role: 'model',
          parts: [
            { text: thought, thought: true },
            ...(said === '' ? [] : [{ text: said }]),
            ...calls.map(({ name, input }) => ({
              functionCall: { name, args: input },
              thoughtSignature: 'c2ln',
            })),
          ],
        },
        {
          role: 'user',
          parts: calls.map(({ name, result }) => ({
            functionResponse: { name, response: { output: result } },
          })),
        },
      ]),
      { role: 'model', parts: [{ text: answer }] },
    ]),
  }),
  ai_sdk_ui: talk => ({
    id: 'chat',
    messages: talk.flatMap(({ asked, steps, answer }, at) => [
      {
        id: `u${at}`,
        role: 'user',
        metadata: { at },
        parts: [
          { type: 'text', text: asked },
          { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png' },
        ],
      },
      {
        id: `a${at}`,
        role: 'assistant',
        parts: [
          ...steps.flatMap(({ said, thought, calls }) => [
            { type: 'step-start' },
            { type: 'reasoning', text: thought, state: 'done' },
            ...(said === '' ? [] : [{ type: 'text', text: said }]),
            ...calls.map(({ id, name, input, result }) => ({
              type: `tool-${name}`,
              toolCallId: id,
              state: 'output-available',
              input,
              output: { lines: [result] },
            })),
          ]),
          { type: 'data-weather', data: { sky: 'blue' } },
          { type: 'text', text: answer },
        ],
      },
    ]),
  }),
  ai_sdk_model: talk => ({
    system: 'Be brief.',
    messages: talk.flatMap(({ asked, steps, answer }) => [
      {
        role: 'user',
        content: [
          { type: 'text', text: asked },
          { type: 'image', image: 'https://example.com/a.png' },
        ],
      },
      ...steps.flatMap(({ said, thought, calls }) => [
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: thought },
            ...(said === '' ? [] : [{ type: 'text', text: said }]),
            ...calls.map(({ id, name, input }) => ({
              type: 'tool-call',
              toolCallId: id,
              toolName: name,
              input,
            })),
          ],
        },
        {
          role: 'tool',
          content: calls.map(({ id, name, result }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: 'json', value: { result } },
          })),
        },
      ]),
      { role: 'assistant', content: answer },
    ]),
  }),
  langchain_python: talk => langChainOf(talk, ['langchain', 'schema', 'messages']),
  langchain_js: talk => langChainOf(talk, ['langchain_core', 'messages']),
  langsmith: talk => {
    const all = langChainOf(talk, ['langchain', 'schema', 'messages']);
    return {
      id: 'run',
      name: 'ChatOpenAI',
      run_type: 'llm',
      inputs: { messages: [all.slice(0, -1)] },
      outputs: {
        generations: [[{ text: '', type: 'ChatGeneration', message: all.at(-1) }]],
        llm_output: null,
      },
    };
  },
  sharegpt: talk => ({
    id: 'identity_0',
    system: 'Be brief.',
    conversations: talk.flatMap(({ asked, steps, answer }) => [
      { from: 'human', value: asked },
      ...steps.flatMap(({ calls }) =>
        calls.flatMap(({ name, input, result }) => [
          { from: 'function_call', value: JSON.stringify({ name, arguments: input }) },
          { from: 'observation', value: result },
        ]),
      ),
      { from: 'gpt', value: answer, weight: 1 },
    ]),
  }),
  claude_code: talk => {
    const lines = anthropicOf(talk).map((message, at) => ({
      type: message.role,
      parentUuid: at === 0 ? null : `line-${at - 1}`,
      isSidechain: false,
      uuid: `line-${at}`,
      sessionId: 'session',
      cwd: '/project',
      timestamp: time(at),
      message,
    }));
    return [
      { type: 'summary', summary: 'Holds', leafUuid: 'line-0' },
      ...lines,
      {
        type: 'system',
        subtype: 'turn_duration',
        uuid: 'end',
        parentUuid: lines.at(-1)?.uuid,
        content: 'done',
      },
    ];
  },
  codex: talk => [
    {
      timestamp: time(0),
      type: 'session_meta',
      payload: { id: 'thread', cwd: '/project', instructions: null },
    },
    ...talk.flatMap((turn, at) => [
      { timestamp: time(at), type: 'turn_context', payload: { model: 'gpt-5-codex' } },
      ...itemsOf(turn).map(payload => ({ timestamp: time(at), type: 'response_item', payload })),
      { timestamp: time(at), type: 'event_msg', payload: { type: 'token_count', info: null } },
    ]),
  ],
  chatgpt: talk => {
    const said = talk.flatMap(({ asked, steps, answer }) => [
      { author: { role: 'user' }, content: { content_type: 'text', parts: [asked] } },
      ...steps.flatMap(({ calls }) =>
        calls.flatMap(({ result }) => [
          {
            author: { role: 'assistant' },
            recipient: 'python',
            content: { content_type: 'code', language: 'python', text: 'run()' },
          },
          {
            author: { role: 'tool', name: 'python' },
            content: { content_type: 'execution_output', text: result },
          },
        ]),
      ),
      { author: { role: 'assistant' }, recipient: 'all', content: { content_type: 'text', parts: [answer] } },
    ]);
    const nodes = said.map((message, at) => [
      `n${at}`,
      {
        id: `n${at}`,
        parent: at === 0 ? 'root' : `n${at - 1}`,
        children: at === said.length - 1 ? [] : [`n${at + 1}`],
        message: { id: `n${at}`, create_time: 1_780_228_800 + at, ...message },
      },
    ]);
    return {
      title: 'Holds',
      conversation_id: 'gpt',
      current_node: `n${said.length - 1}`,
      mapping: Object.fromEntries([
        ['root', { id: 'root', parent: null, children: ['n0'], message: null }],
        ...nodes,
      ]),
    };
  },
  claude: talk => ({
    uuid: 'chat',
    name: 'Holds',
    account: { uuid: 'account' },
    chat_messages: talk.flatMap(({ asked, steps, answer }, at) => [
      {
        uuid: `h${at}`,
        sender: 'human',
        text: asked,
        content: [{ type: 'text', text: asked, citations: [] }],
        attachments: [{ file_name: 'a.txt', file_size: 3, extracted_content: 'abc' }],
        files: [],
        created_at: time(at),
      },
      {
        uuid: `a${at}`,
        sender: 'assistant',
        text: answer,
        content: [
          ...steps.flatMap(({ thought, calls }) => [
            { type: 'thinking', thinking: thought, summaries: [] },
            ...calls.flatMap(({ id, name, input, result }) => [
              { type: 'tool_use', id, name, input },
              {
                type: 'tool_result',
                tool_use_id: id,
                name,
                content: [{ type: 'text', text: result, uuid: id }],
                is_error: false,
              },
            ]),
          ]),
          { type: 'text', text: answer },
        ],
        attachments: [],
        files: [],
        created_at: time(at),
      },
    ]),
  }),
};

const functionCall = ({ id, name, input }: Call) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

function plainOf(talk: Talk): unknown[] {
  return talk.flatMap(({ asked, steps, answer }) => [
    { role: 'user', content: asked },
    ...steps.flatMap(({ said, calls }) => [
      { role: 'assistant', content: said === '' ? null : said, tool_calls: calls.map(functionCall) },
      ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
    ]),
    { role: 'assistant', content: answer },
  ]);
}

function chatOf(talk: Talk): unknown[] {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${image}`, detail: 'low' } };
  const look = {
    role: 'user',
    content: [{ type: 'text', text: 'Look' }, picture, { type: 'later', of: 1 }].slice(0, 2),
  };
  return [look, { role: 'assistant', content: 'I see.', refusal: null, annotations: [] }, ...plainOf(talk)];
}

function itemsOf({ asked, steps, answer }: Turn): unknown[] {
  return [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: asked }] },
    ...steps.flatMap(({ thought, calls }, at) => [
      {
        type: 'reasoning',
        id: `rs_${at}`,
        summary: [{ type: 'summary_text', text: thought }],
        encrypted_content: 'gAAAA',
      },
      ...calls.map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
      ...calls.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result })),
    ]),
    {
      type: 'message',
      role: 'assistant',
      id: 'msg',
      status: 'completed',
      content: [{ type: 'output_text', text: answer, annotations: [] }],
    },
  ];
}

function anthropicOf(talk: Talk) {
  return talk.flatMap(({ asked, steps, answer }, at) => [
    {
      role: 'user',
      content:
        at % 2 === 1
          ? asked
          : [
              { type: 'text', text: asked, cache_control: { type: 'ephemeral' } },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
              {
                type: 'document',
                title: 'Plan',
                source: { type: 'text', media_type: 'text/plain', data: 'abc' },
              },
            ],
    },
    ...steps.flatMap(({ said, thought, calls }) => [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: thought, signature: 'EqQB' },
          { type: 'later_block', of: 1 },
          ...(said === '' ? [] : [{ type: 'text', text: said }]),
          ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
        ],
      },
      {
        role: 'user',
        content: calls.map(({ id, result }, place) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: place === 0 ? result : [{ type: 'text', text: result }],
        })),
      },
    ]),
    { role: 'assistant', content: [{ type: 'text', text: answer }] },
  ]);
}

function langChainOf(talk: Talk, home: readonly string[]) {
  const made = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: [...home, name],
    kwargs,
  });
  return talk.flatMap(({ asked, steps, answer }) => [
    made('HumanMessage', { content: asked, type: 'human', additional_kwargs: {} }),
    ...steps.flatMap(({ said, calls }) => [
      made('AIMessage', {
        content: said,
        type: 'ai',
        tool_calls: calls.map(({ id, name, input }) => ({ name, args: input, id, type: 'tool_call' })),
        invalid_tool_calls: [],
        usage_metadata: { input_tokens: 1 },
      }),
      ...calls.map(({ id, name, result }) =>
        made('ToolMessage', { content: result, type: 'tool', tool_call_id: id, name, status: 'success' }),
      ),
    ]),
    made('AIMessage', { content: [{ type: 'text', text: answer }], type: 'ai' }),
  ]);
}

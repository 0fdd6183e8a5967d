import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationFormat } from '../../../shared/model/conversation.ts';
import { messageText } from '../../../shared/model/message-text.ts';
import { anyText } from '../../../test/support/any-text.ts';
import { readConversationFile } from './read-conversation-file.ts';

const lines = (...values: readonly unknown[]): string =>
  values.map(value => JSON.stringify(value)).join('\n');
const read = (text: unknown, path = 'talk.json') =>
  readConversationFile({ path, text: typeof text === 'string' ? text : JSON.stringify(text) }, undefined);

const time = '2026-05-31T12:00:00.000Z';

it('white space is left as it is, whatever the file is', () => {
  fc.assert(
    fc.property(anyText, text => {
      for (const [format, file] of Object.entries(filesOf(text))) {
        const { conversations } = read(file, format === 'fine_tuning' ? 'talk.jsonl' : 'talk.json');
        expect(conversations.map(one => one.format)).toEqual([format]);
        expect([format, ...conversations.flatMap(({ messages }) => messages.map(messageText))]).toEqual([
          format,
          text,
        ]);
      }
    }),
  );
});

/** One message in each of the forms that are read. */
const filesOf = (text: string): Record<ConversationFormat, unknown> => ({
  messages: [{ role: 'user', content: text }],
  chatgpt: {
    current_node: 'a',
    mapping: {
      a: {
        parent: null,
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: [text] } },
      },
    },
  },
  claude: { uuid: 'c', chat_messages: [{ sender: 'human', text }] },
  claude_code: lines({ type: 'user', message: { role: 'user', content: text } }),
  sessions: { session_1: [{ speaker: 'Evan', text }] },
  openai_chat: { model: 'm', messages: [{ role: 'user', content: text }] },
  fine_tuning: { messages: [{ role: 'user', content: text }] },
  openai_responses: { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text }] }] },
  anthropic: { model: 'claude', messages: [{ role: 'user', content: text }] },
  gemini: { contents: [{ role: 'user', parts: [{ text }] }] },
  ai_sdk_ui: [{ id: 'u', role: 'user', parts: [{ type: 'text', text }] }],
  ai_sdk_model: [{ role: 'user', content: [{ type: 'text', text, providerOptions: {} }] }],
  langchain_python: [{ type: 'human', data: { content: text } }],
  langchain_js: [
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: text },
    },
  ],
  langsmith: { inputs: { messages: [{ role: 'user', content: text }] }, outputs: {} },
  sharegpt: { conversations: [{ from: 'human', value: text }] },
  codex: lines(
    { type: 'session_meta', payload: { id: 'c' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    },
  ),
});

describe('conversations are read (Import and export)', () => {
  it('from messages, in the words that programs use for the same', () => {
    const { conversations, refused } = read({
      id: 'c1',
      title: 'Ferries',
      messages: [
        { role: 'human', content: 'Hello', timestamp: time },
        { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }], created_at: 1_780_228_800 },
        { role: 'user', text: 'Bye', name: 'Kim' },
      ],
    });
    expect(refused).toEqual([]);
    expect(conversations).toMatchObject([
      {
        id: 'c1',
        title: 'Ferries',
        format: 'messages',
        notes: [],
        messages: [
          { id: 'm0', index: 0, role: 'user', parts: 'Hello', created_at: time },
          { id: 'm1', index: 1, role: 'assistant', parts: [{ type: 'text', text: 'Hi' }], created_at: time },
          { id: 'm2', index: 2, role: 'user', author: 'Kim', parts: 'Bye' },
        ],
      },
    ]);
  });

  it('from lines; the first of named speakers is the user', () => {
    const { conversations } = read(
      lines({ speaker: 'Ann', text: 'a' }, { speaker: 'Ben', text: 'b' }, { speaker: 'Ann', text: 'c' }),
      'folder/two friends.jsonl',
    );
    expect(conversations[0]?.title).toBe('two friends');
    expect(conversations[0]?.messages.map(({ role, author }) => [role, author])).toEqual([
      ['user', 'Ann'],
      ['assistant', 'Ben'],
      ['user', 'Ann'],
    ]);
  });

  it('from messages, and what of them no model is told is told', () => {
    const { conversations } = read([
      { role: 'user', content: 'Hello', attachments: [{ name: 'map.pdf' }] },
      { role: 'assistant', parts: 'Hi', content: 'Good morning', mood: 'fine' },
      { role: 'user', text: 'Bye' },
    ]);
    expect(conversations.map(({ messages, notes }) => [messages.map(messageText), notes])).toEqual([
      [
        ['Hello', 'Hi', 'Bye'],
        ['fields of messages that no model is told: attachments, content, mood: kept for its export only'],
      ],
    ]);
  });

  it('however the file is written: over lines, with a type beside the messages, behind a mark of the byte order', () => {
    const messages = [{ role: 'user', text: 'Hello' }];
    const line = { type: 'user', uuid: 'u', sessionId: 's', message: { role: 'user', content: 'Hello' } };
    const files: readonly (readonly [ConversationFormat, unknown])[] = [
      ['messages', { type: 'thread', messages }],
      ['messages', messages],
      ['claude_code', line],
    ];
    for (const [format, value] of files)
      for (const mark of ['', '\uFEFF'])
        for (const indent of [0, 2]) {
          const { conversations, refused } = read(mark + JSON.stringify(value, null, indent));
          const found = conversations.map(one => [one.format, ...one.messages.map(messageText)]);
          expect([found, refused]).toEqual([[[format, 'Hello']], []]);
        }
  });

  it('from ChatGPT: the branch that was shown last', () => {
    const node = (id: string, parent: string | null, role: string, text: string) => [
      id,
      {
        parent,
        message: {
          id,
          author: { role },
          content: { content_type: 'text', parts: [text] },
          create_time: 1_780_228_800,
        },
      },
    ];
    const mapping = Object.fromEntries([
      ['root', { parent: null, message: null }],
      node('s', 'root', 'system', ''),
      node('a', 's', 'user', 'Question'),
      node('b', 'a', 'assistant', 'First answer'),
      node('c', 'a', 'assistant', 'Second answer'),
    ]);
    const { conversations } = read([{ title: 'T', conversation_id: 'gpt', current_node: 'c', mapping }]);
    expect(conversations).toMatchObject([
      {
        id: 'gpt',
        title: 'T',
        format: 'chatgpt',
        notes: [
          '1 message of other branches: kept for its export only',
          '2 entries that say nothing to a model: kept for its export only',
        ],
        messages: [
          { id: 'a', index: 0, role: 'user', parts: 'Question', created_at: time },
          {
            id: 'c',
            index: 1,
            role: 'assistant',
            parts: 'Second answer',
            created_at: time,
          },
        ],
      },
    ]);
  });

  it('from Claude, several in one file', () => {
    const chat = (uuid: string) => ({
      uuid,
      name: uuid,
      chat_messages: [
        { uuid: `${uuid}1`, sender: 'human', text: 'Hello', created_at: time },
        {
          uuid: `${uuid}2`,
          sender: 'assistant',
          text: '',
          content: [{ type: 'text', text: 'Hi' }],
          created_at: time,
        },
        { uuid: `${uuid}3`, sender: 'human', text: '', content: [] },
      ],
    });
    const { conversations } = read([chat('x'), chat('y')]);
    expect(conversations.map(({ id, notes }) => [id, notes])).toEqual([
      ['x', ['1 entry that says nothing to a model: kept for its export only']],
      ['y', ['1 entry that says nothing to a model: kept for its export only']],
    ]);
    expect(conversations[0]?.messages).toEqual([
      { id: 'x1', index: 0, role: 'user', parts: 'Hello', created_at: time },
      { id: 'x2', index: 1, role: 'assistant', parts: 'Hi', created_at: time },
    ]);
  });

  it('from Claude Code: what was said, called and given', () => {
    const line = (type: string, content: unknown, more: object = {}) => ({
      type,
      sessionId: 's1',
      timestamp: time,
      message: { role: type, content },
      ...more,
    });
    const { conversations } = read(
      lines(
        { type: 'summary', summary: 'x' },
        line('user', 'Fix the hold'),
        line('user', 'hidden', { isMeta: true }),
        line('assistant', [
          { type: 'thinking', thinking: 'hm' },
          { type: 'tool_use', id: 't', name: 'Read', input: { path: 'a' } },
          { type: 'text', text: 'Done.' },
        ]),
        line('user', [{ type: 'tool_result', tool_use_id: 't', content: 'long' }]),
        line('assistant', 'elsewhere', { isSidechain: true }),
      ),
      'x.jsonl',
    );
    expect(conversations).toMatchObject([
      {
        id: 's1',
        title: 'Fix the hold',
        format: 'claude_code',
        notes: ['3 entries that say nothing to a model: kept for its export only'],
        messages: [
          { parts: 'Fix the hold' },
          {
            role: 'assistant',
            parts: [
              { type: 'thinking', text: 'hm' },
              { type: 'tool_call', id: 't', name: 'Read', input: { path: 'a' } },
              { type: 'text', text: 'Done.' },
            ],
          },
          {
            role: 'tool',
            parts: [{ type: 'tool_result', id: 't', content: [{ type: 'text', text: 'long' }] }],
          },
        ],
      },
    ]);
  });

  it('from sessions of two speakers, with their dates and captions', () => {
    const { conversations } = read({
      session_2: [{ speaker: 'Ben', dia_id: 'D2:1', text: 'Look', blip_caption: 'a boat' }],
      session_2_date_time: '12:05 am on 9 May, 2023',
      session_1: [{ speaker: 'Ann', dia_id: 'D1:1', text: 'Hey' }],
      session_1_date_time: '1:56 pm on 8 May, 2023',
    });
    expect(conversations[0]).toMatchObject({
      title: 'Ann and Ben',
      format: 'sessions',
      notes: ['1 image told by its caption'],
    });
    expect(conversations[0]?.messages).toEqual([
      {
        id: 'D1:1',
        index: 0,
        role: 'user',
        author: 'Ann',
        parts: 'Hey',
        created_at: '2023-05-08T13:56:00.000Z',
      },
      {
        id: 'D2:1',
        index: 1,
        role: 'assistant',
        author: 'Ben',
        parts: 'Look (image: a boat)',
        created_at: '2023-05-09T00:05:00.000Z',
      },
    ]);
  });
});

it('which digits of a number, or which of two keys, its values lack is told with the line', () => {
  const said = (id: string) => `{"role":"user","content":"Hello","metadata":{"id":${id}}}`;
  const notesOf = (text: string) => read(text).conversations.map(({ notes }) => notes);
  const digits = 'this number has more digits than are kept; write it as a text';
  const lossless = notesOf(`[${said('9007199254740992')}]`);
  expect(notesOf(`[\n${said('9007199254740993')}\n]`)).toEqual([
    [...(lossless[0] ?? []), `line 2: ${digits}`],
  ]);
  expect(notesOf(`${said('1')}\n${said('2')}\n${said('9007199254740993')}`).flat()).toContain(
    `line 3: ${digits}`,
  );
  expect(notesOf('[{"role":"user","content":"a","content":"b"}]').flat()).toContain(
    'line 1: the key "content" stands here twice',
  );
});

it('what of sessions is not stored is told: fields of turns and beside them, and times that are none', () => {
  const { conversations } = read({
    speaker_a: 'Ann',
    session_1: [{ speaker: 'Ann', text: 'Hey', img_url: ['a.png'], query: null }],
    session_1_date_time: 'in spring',
    session_1_summary: 'Ann says hey',
  });
  expect(conversations.map(({ notes }) => notes)).toEqual([
    ['fields of sessions that are not stored: img_url, session_1_date_time, session_1_summary'],
  ]);
});

describe('what is no conversation is refused with a reason', () => {
  it.each<[string, unknown, string]>([
    ['nothing', '', 'is empty'],
    ['no JSON', 'hello', 'is neither JSON nor a JSON value on each line'],
    ['another object', { a: 1 }, 'holds neither messages nor a known export'],
    ['a number', 5, 'holds neither messages nor a known export'],
    ['no messages', { messages: [] }, 'is an empty list of messages'],
    ['a message without text', [{ role: 'user' }], 'message 1: has no parts, content or text'],
    [
      'nobody who says it',
      [{ role: 'user', text: 'a' }, { text: 'b' }],
      'message 2: says neither a role nor a name',
    ],
    ['a session that is none', { session_1: ['x'] }, 'session_1 is no list of turns with speaker and text'],
    [
      'a ChatGPT export without a word',
      { current_node: 'a', mapping: { a: { parent: null, message: null } } },
      'holds no message with text',
    ],
    ['a Claude export without a word', { uuid: 'u', chat_messages: [] }, 'holds no message with text'],
    [
      'a transcript without a word',
      lines({ type: 'user', message: { role: 'user', content: [] } }, { type: 'x' }),
      'holds no message with text',
    ],
  ])('%s', (_, text, reason) => {
    expect(read(text)).toEqual({ conversations: [], refused: [{ file: 'talk.json', reason }] });
  });

  it('another format than the one that was asked for', () => {
    const file = { path: 'a.json', text: JSON.stringify([{ role: 'user', text: 'a' }]) };
    expect(readConversationFile(file, 'claude').refused).toEqual([
      { file: 'a.json', reason: 'is of the format messages, not claude' },
    ]);
  });

  it('a broken line, with its number', () => {
    expect(read('{"role":"user","text":"a"}\n{broken', 'a.jsonl').refused).toEqual([
      { file: 'a.jsonl', reason: 'is neither JSON nor a JSON value on each line', line: 2 },
    ]);
  });
});

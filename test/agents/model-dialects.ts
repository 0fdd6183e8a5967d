import type { ServerResponse } from 'node:http';
import type { Turn } from './scripted-model.ts';

type Body = Readonly<Record<string, unknown>>;

/** How one API of models is asked and answers. */
export interface ModelDialect {
  /** Whether a request is of it. */
  isFor(path: string): boolean;
  /** Whether it is the talk itself: tools are on offer. */
  isTalk(body: Body): boolean;
  answer(response: ServerResponse, turn: Turn, asked: { readonly id: string; readonly body: Body }): void;
}

const hasTools = ({ tools }: Body): boolean => Array.isArray(tools) && tools.length > 0;

/** Of every answer: 100 tokens that are new, where the turn says nothing else, 50 from the cache, 5 into it, 10 of the answer. */
export const usage = { fresh: 100, cached: 50, stored: 5, said: 10 } as const;

const usageOf = ({ readTokens = usage.fresh }: Turn) => ({ ...usage, fresh: readTokens });

export function sendJson(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

function sendEvents(response: ServerResponse, events: readonly (object | string)[], isNamed: boolean): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    const head = isNamed && typeof event === 'object' && 'type' in event ? `event: ${event.type}\n` : '';
    response.write(`${head}data: ${data}\n\n`);
  }
  response.end();
}

/** `POST /v1/messages` */
const messages: ModelDialect = {
  isFor: path => path.endsWith('/messages'),
  isTalk: hasTools,
  answer(response, turn, { id, body }) {
    const head = { id, type: 'message', role: 'assistant', model: 'claude-scripted' };
    const { text, call } = turn;
    const content = [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(call === undefined ? [] : [{ type: 'tool_use', id: `toolu_${id}`, ...call }]),
    ];
    const stop_reason = call === undefined ? 'end_turn' : 'tool_use';
    const { fresh, cached, stored, said } = usageOf(turn);
    const used = {
      input_tokens: fresh,
      output_tokens: said,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: stored,
    };
    if (body.stream !== true) return sendJson(response, { ...head, content, stop_reason, usage: used });
    const blocks = content.flatMap((block, index) => {
      const isText = 'text' in block;
      const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} };
      const delta = isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(call?.input) };
      return [
        { type: 'content_block_start', index, content_block: empty },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    });
    sendEvents(
      response,
      [
        { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: used } },
        ...blocks,
        {
          type: 'message_delta',
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: said },
        },
        { type: 'message_stop' },
      ],
      true,
    );
  },
};

/** `POST /v1/chat/completions` */
const chat: ModelDialect = {
  isFor: path => path.endsWith('/chat/completions'),
  isTalk: hasTools,
  answer(response, turn, { id, body }) {
    const { text, call } = turn;
    const called =
      call === undefined
        ? undefined
        : [
            {
              index: 0,
              id: `call_${id}`,
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.input) },
            },
          ];
    const said = { role: 'assistant', content: text ?? '', ...(called && { tool_calls: called }) };
    const finish_reason = called === undefined ? 'stop' : 'tool_calls';
    const tokens = usageOf(turn);
    const used = {
      prompt_tokens: tokens.fresh + tokens.cached,
      completion_tokens: tokens.said,
      total_tokens: tokens.fresh + tokens.cached + tokens.said,
      prompt_tokens_details: { cached_tokens: tokens.cached },
    };
    const head = { id, created: 1, model: 'scripted' };
    if (body.stream !== true)
      return sendJson(response, {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message: said, finish_reason }],
        usage: used,
      });
    const chunk = { ...head, object: 'chat.completion.chunk' };
    sendEvents(
      response,
      [
        { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: used },
        '[DONE]',
      ],
      false,
    );
  },
};

/** A call in Responses; what takes one text, such as a patch, is no function there. */
function calledItem({ name, input, namespace }: NonNullable<Turn['call']>, id: string) {
  const own = { call_id: `call_${id}`, name };
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: `ctc_${id}`, status: 'completed', ...own, input }
    : {
        type: 'function_call',
        id: `fc_${id}`,
        ...own,
        arguments: JSON.stringify(input),
        ...(namespace !== undefined && { namespace }),
      };
}

/** `POST /v1/responses`, always as a stream. */
const responses: ModelDialect = {
  isFor: path => path.endsWith('/responses'),
  isTalk: hasTools,
  answer(response, turn, { id }) {
    const { text, call } = turn;
    const { fresh, cached, said } = usageOf(turn);
    const items = [
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              role: 'assistant',
              id: `item_${id}`,
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
      ...(call === undefined ? [] : [calledItem(call, id)]),
    ];
    const used = {
      input_tokens: fresh + cached,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: said,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: fresh + cached + said,
    };
    sendEvents(
      response,
      [
        { type: 'response.created', response: { id } },
        ...items.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
        { type: 'response.completed', response: { id, output: items, usage: used } },
      ],
      true,
    );
  },
};

/** `POST /v1beta/models/NAME:generateContent` and `:streamGenerateContent` */
const generateContent: ModelDialect = {
  isFor: path => /:(?:streamG|g)enerateContent$/.test(path),
  isTalk: hasTools,
  answer(response, turn, { body, id }) {
    const { text, call } = turn;
    const { fresh, cached, said } = usageOf(turn);
    const parts = [
      ...(text === undefined ? [] : [{ text }]),
      ...(call === undefined ? [] : [{ functionCall: { id, name: call.name, args: call.input } }]),
    ];
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: fresh + cached,
        cachedContentTokenCount: cached,
        candidatesTokenCount: said,
        totalTokenCount: fresh + cached + said,
      },
    };
    if (body.isStream === true) sendEvents(response, [answer], false);
    else sendJson(response, answer);
  },
};

export const modelDialects: readonly ModelDialect[] = [messages, chat, responses, generateContent];

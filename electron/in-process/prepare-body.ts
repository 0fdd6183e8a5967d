import { AppError } from '../../shared/contract/errors.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { promptPrefixes } from '../../shared/model/prompt-cache.ts';
import { estimators } from '../../shared/model/request.ts';
import type { Entry, KeptEntry } from '../../shared/shapes/shape.ts';
import { type ShapeName, shapeNames } from '../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../shared/shapes/shapes.ts';
import { createChatSummarizer } from '../engine/conversation/chat-summarizer.ts';
import { extractiveSummarizer } from '../engine/conversation/extractive-summarizer.ts';
import { createTextCounter } from '../engine/conversation/text-counter.ts';
import { fitBody } from '../engine/fitting/fit-body.ts';
import { shapeOfRequest } from '../engine/fitting/shape-of-request.ts';
import { toldBefore } from '../engine/fitting/tell-left.ts';
import type { Cancel } from '../engine/ports.ts';
import type { Within } from './ask-engine.ts';
import { checkChoice, checkObject } from './check-given.ts';
import type { FitOptions, FittedBody, PrepareOptions, Weft } from './weft-types.ts';

/** A body within its budget; a list of messages too. */
export async function fitFor<Body>(
  { ports, chat }: Within,
  body: Body,
  { budget, taken, shape, estimator, prefix }: FitOptions,
  cancel: Cancel,
): Promise<FittedBody<Body>> {
  if (!Number.isInteger(budget) || budget < 1)
    throw new AppError('invalid_input', `budget: must be a whole number >= 1, not ${budget}`);
  checkChoice('shape', shape, shapeNames);
  checkChoice('estimator', estimator, estimators);
  checkChoice('prefix', prefix, promptPrefixes);
  const name = shapeOfRequest(body, shape);
  const counter = createTextCounter(ports.tokens, estimator);
  const summarizer = chat === undefined ? extractiveSummarizer : createChatSummarizer(chat);
  const work = { shape: shapeOf(name), body, budget, taken, counter, summarizer, cancel };
  const fitted = await fitBody(work, prefix);
  // The same body with some of its entries.
  return { shape: name, report: fitted.report, request: fitted.request as Body };
}

/** A body with the context of what the user said last, within its budget. The given one stays as it is. */
export async function prepareFor<Body extends object>(
  { ports }: Within,
  weft: Pick<Weft, 'assemble' | 'fit' | 'render'>,
  body: Body,
  options: PrepareOptions,
): Promise<Body> {
  checkObject('options', options);
  const { request, budget, shape, estimator, prefix, place = 'user', onPrepared } = options;
  checkChoice('shape', shape, shapeNames);
  checkChoice('place', place, ['user', 'system']);
  const name = shapeOfRequest(body, shape);
  const said = lastSaid(shapeOf(name).read(body).entries);
  const asked = typeof request === 'function' ? said && request(said.text) : (request ?? asRequest(said));
  const assembled = asked ? await weft.assemble(asked) : undefined;
  const text = assembled === undefined ? '' : contextText(weft, assembled);
  const taken = text === '' ? 0 : (await createTextCounter(ports.tokens, estimator).one(text)) + frameTokens;
  if (budget !== undefined && taken >= budget)
    throw new AppError(
      'message_too_long',
      `the context takes ${taken} tokens of a budget of ${budget}; raise the budget, or limit the context by constraints.max_tokens`,
      { needed_tokens: taken, budget_tokens: budget },
    );
  const fitted =
    budget === undefined
      ? undefined
      : await weft.fit(body, { budget: budget - taken, taken, shape: name, estimator, prefix });
  const whole = fitted?.request ?? body;
  onPrepared?.({ ...(assembled && { assembled }), ...(fitted && { report: fitted.report }) });
  // The same body with one text more.
  return (text === '' ? whole : withText(whole, name, text, place)) as Body;
}

/** What stands around an entry when it is sent. */
const frameTokens = 4;

interface Said {
  readonly position: number;
  readonly text: string;
}

function lastSaid(entries: readonly Entry[]): Said | undefined {
  const position = entries.findLastIndex(entry => entry.role === 'user' && textIn(entry) !== '');
  const entry = entries[position];
  return entry === undefined ? undefined : { position, text: textIn(entry) };
}

const textIn = ({ blocks }: Entry): string =>
  blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n');

const asRequest = (said: Said | undefined) =>
  said === undefined ? undefined : { scope_variables: {}, input: { text: said.text } };

const contextText = (weft: Pick<Weft, 'render'>, assembled: AssembledContext): string =>
  assembled.meta.total_items === 0 ? '' : weft.render(assembled, { format: 'xml' });

function withText(body: unknown, name: ShapeName, text: string, place: 'user' | 'system'): unknown {
  const shape = shapeOf(name);
  const { entries } = shape.read(body);
  if (place === 'system') return withInstructions(body, name, entries, text);
  const said = lastSaid(entries);
  if (said === undefined) return body;
  const kept = entries.flatMap((entry, position): KeptEntry[] =>
    position === said.position
      ? toldBefore(shape, text, { ...entry, position })
      : [{ source: entry.source, position }],
  );
  return shape.write(body, kept);
}

function withInstructions(body: unknown, name: ShapeName, entries: readonly Entry[], text: string): unknown {
  const key = instructionKeys[name];
  if (key !== undefined && isJsonObject(body)) return { ...body, [key]: longer(body[key], text) };
  if (!systemShapes.has(name))
    throw new AppError(
      'unsupported',
      `place: the instructions of ${name} have no place for a context; leave it at "user"`,
    );
  const first = entries.findIndex(({ role }) => role !== 'system');
  const kept = entries.map(({ source }, position): KeptEntry => ({ source, position }));
  const instruction = { source: { role: 'system', content: text } };
  return shapeOf(name).write(body, kept.toSpliced(first < 0 ? kept.length : first, 0, instruction));
}

/** Where a request has instructions beside its entries. */
const instructionKeys: Partial<Record<ShapeName, string>> = {
  anthropic: 'system',
  openai_responses: 'instructions',
};

/** Instructions are entries there, at the front. */
const systemShapes: ReadonlySet<ShapeName> = new Set(['openai_chat', 'ai_sdk_model']);

function longer(instructions: unknown, text: string): unknown {
  if (Array.isArray(instructions)) return [...instructions, { type: 'text', text }];
  return typeof instructions === 'string' && instructions !== '' ? `${instructions}\n\n${text}` : text;
}

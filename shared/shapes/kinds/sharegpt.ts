import { unreachable } from '../../contract/errors.ts';
import { type Block, blockText } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { fieldOf, listOf, type Pairing, pairInOrder, standingIn, textOf, withKept } from '../fields.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { inputObject, resultText, type Turn, withoutSystem } from '../turns.ts';

/** Conversations of data sets as ShareGPT writes them: who it is from, and a value. */
export const shareGpt = {
  isSent: false,
  recognise: body => listOf(body, 'conversations').length > 0 && listOf(body, 'conversations').every(isTurn),
  read(body) {
    const pairing = pairInOrder();
    return {
      entries: listOf(body, 'conversations').map(turn => readTurn(turn, pairing)),
      standing: standingIn(body, ['system', 'tools']),
      id: textOf(body, 'id'),
      title: textOf(body, 'title'),
    };
  },
  write: (body, kept) => withKept(body, 'conversations', kept),
  tell: value => ({ from: 'human', value }),
  compose(turns) {
    const { system, talk } = withoutSystem(turns);
    return { ...(system !== '' && { system }), conversations: talk.flatMap(saidTurns) };
  },
} as const satisfies Shape;

const speakers: ReadonlyMap<unknown, EntryRole> = new Map([
  ['system', 'system'],
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['bard', 'assistant'],
  ['bing', 'assistant'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['function_call', 'assistant'],
  ['tool_call', 'assistant'],
  ['observation', 'tool'],
  ['function_response', 'tool'],
  ['tool', 'tool'],
]);

const isTurn = (turn: unknown): boolean =>
  isJsonObject(turn) && speakers.has(turn.from) && typeof turn.value === 'string';

function readTurn(turn: unknown, pairing: Pairing): Entry {
  const from = fieldOf(turn, 'from');
  const text = textOf(turn, 'value') ?? '';
  const role = speakers.get(from) ?? 'note';
  const isCall = from === 'function_call' || from === 'tool_call';
  return { role, blocks: [isCall ? readCall(text, pairing) : readSaid(text, role, pairing)], source: turn };
}

/** Calls have no names of their own in most data sets: whatever is called is answered next. */
function readCall(text: string, pairing: Pairing): Block {
  const [, name = ''] = /"name"\s*:\s*"([^"]*)"/.exec(text) ?? [];
  return { type: 'tool_call', id: pairing.call(''), name, input: text, at: [] };
}

function readSaid(text: string, role: EntryRole, pairing: Pairing): Block {
  const said = { type: 'text', text, at: ['value'] } as const;
  return role === 'tool' ? { type: 'tool_result', id: pairing.result(''), content: [said], at: [] } : said;
}

/** A result follows its call, since nothing else tells which it answers. */
function saidTurns(turn: Turn): unknown[] {
  switch (turn.role) {
    case 'system':
      return [{ from: 'system', value: turn.text }];
    case 'user':
      return [{ from: 'human', value: turn.blocks.map(blockText).join('\n') }];
    case 'assistant':
      return [
        ...(turn.text === '' ? [] : [{ from: 'gpt', value: turn.text }]),
        ...turn.calls.flatMap(({ id, name, input }) => [
          { from: 'function_call', value: JSON.stringify({ name, arguments: inputObject(input) }) },
          ...turn.results
            .filter(result => result.id === id)
            .map(result => ({ from: 'observation', value: resultText(result) })),
        ]),
      ];
    default:
      return unreachable(turn);
  }
}

import { describe, expect, it } from 'vitest';
import type { Reply } from '../../shared/contract/errors.ts';
import { answerLines, splitLines } from './lines.ts';

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function answers(input: AsyncIterable<Uint8Array>, procedure = 'kv.set'): Promise<unknown[]> {
  const lines: string[] = [];
  const echo = async (value: unknown): Promise<Reply<unknown>> => ({ ok: true, value });
  await answerLines(input, procedure, echo, async line => {
    lines.push(line);
  });
  return lines.map(line => JSON.parse(line));
}

describe('lines in, envelopes out', () => {
  it('one a line, in order, however the bytes arrive', async () => {
    const text = '{"a":"é\u2028x"}\r\n[1]\n"last"';
    const bytes = [...Buffer.from(text)].map(byte => Uint8Array.of(byte));
    const expected = [{ a: 'é\u2028x' }, [1], 'last'].map(value => ({ ok: true, value }));
    expect([await answers(chunks(text)), await answers(chunks(...bytes))]).toEqual([expected, expected]);
  });

  it.each([
    ['no JSON', '{"a":'],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('%s gets an envelope, and the next line its own', async (_, line) => {
    const message = expect.stringMatching(/^the line is not valid JSON: [^\n]+$/);
    expect(await answers(chunks(line, '\n2\n'))).toEqual([
      { ok: false, error: { code: 'invalid_input', message } },
      { ok: true, value: 2 },
    ]);
  });

  it.each([
    [
      'a number that would be rounded',
      '{"a":9007199254740993}',
      'column 6: this number has more digits than are kept; write it as a text',
    ],
    ['a key that stands twice', '{"a":1,"b":{"c":1,"c":1}}', 'column 19: the key "c" stands here twice'],
  ])('%s is refused with its place where it would be stored', async (_, line, reason) => {
    const error = { code: 'invalid_input', message: `line 1, ${reason}` };
    expect(await answers(chunks(line, '\n2\n'))).toEqual([
      { ok: false, error },
      { ok: true, value: 2 },
    ]);
    expect(await answers(chunks(line), 'assembly.assemble')).toMatchObject([{ ok: true }]);
  });

  it('a blank line is passed over, wherever it stands', async () => {
    const values = await answers(chunks('\n \t\r\n1\r\n\r\n', '\n', '2\n', '  '));
    expect(values).toEqual([1, 2].map(value => ({ ok: true, value })));
    expect(await answers(chunks('\n\n'))).toEqual([]);
  });

  it('a line over the limit is let go, not collected', async () => {
    const lines: (string | 'too_large')[] = [];
    for await (const line of splitLines(chunks('12345', '678\n', '1\n', '123456'), 5))
      lines.push(String(line));
    expect(lines).toEqual(['too_large', '1', 'too_large']);
  });

  it('a long one is read in parts, between which others run', async () => {
    const others = { turns: 0, isOver: false };
    const running = (async () => {
      for (; !others.isOver; others.turns += 1) await new Promise(resolve => setImmediate(resolve));
    })();
    const texts = Array.from({ length: 300_000 }, (_, at) => `text ${at}`);
    const [reply] = await answers(chunks(JSON.stringify(texts)));
    others.isOver = true;
    const { turns } = others;
    await running;
    expect(reply).toEqual({ ok: true, value: texts });
    expect(turns).toBeGreaterThan(1);
  });

  it('nothing in gives nothing out', async () => {
    expect(await answers(chunks())).toEqual([]);
  });
});

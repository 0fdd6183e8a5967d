import { expect, it } from 'vitest';
import { answerLines } from '../../electron/shells/lines.ts';
import { createLinesTransport } from '../../electron/shells/mcp/lines-transport.ts';
import { runSourceCommand } from '../support/run-source-command.ts';
import { serveApp } from '../support/served-app.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';

const reason = 'this number has more digits than are kept; write it as a text';
const said = (path: string) => `${path}additional_variables.order: ${reason}`;
const requestWith = (order: string) => `{"scope_variables":{},"additional_variables":{"order":${order}}}`;
const rounded = requestWith('12345678901234567890');
/** What nobody needs to be told of: a text, a number that is whole, one as JavaScript writes it, a fraction, and what only looks like a number. */
const kept = [
  '"12345678901234567890"',
  '9007199254740992',
  '81376286990520980',
  '0.12345678901234567',
  '"a:12345678901234567"',
];

async function* lines(...texts: string[]) {
  for (const text of texts) yield Buffer.from(`${text}\n`);
}

async function served() {
  const app = await serveApp();
  await app.openEmpty();
  const headers = {
    authorization: `Bearer ${app.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return (path: string, body: string) => fetch(app.origin + path, { method: 'POST', headers, body });
}

const warningsOf = ({ headers }: Response): unknown => JSON.parse(headers.get('weft-warnings') ?? '[]');

it('who only asks is told by REST which number was rounded, beside the answer', async () => {
  const post = await served();
  const asked = await post('/procedures/rules.evaluate', `{"request":${rounded}}`);
  expect([asked.status, warningsOf(asked)]).toEqual([200, [said('request.')]]);
  expect(warningsOf(await post('/context-rule-engine/evaluate', rounded))).toEqual([said('')]);
  for (const one of kept)
    expect(warningsOf(await post('/procedures/rules.evaluate', `{"request":${requestWith(one)}}`))).toEqual(
      [],
    );
});

it('so is an agent, over HTTP and by lines', async () => {
  const post = await served();
  const call = (request: string) =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"context_evaluate_rules","arguments":${request}}}`;
  const told = await (await post('/mcp?tools=all', call(rounded))).text();
  expect(told.split(reason)).toHaveLength(2);
  expect(told).toContain(`"${said('')}"`);
  for (const one of kept)
    expect(await (await post('/mcp?tools=all', call(requestWith(one)))).text()).not.toContain(reason);
  const messages: unknown[] = [];
  const input = lines(call(rounded));
  const { transport, ended } = createLinesTransport({ input, write: async () => {}, graceMs: 0 });
  transport.onmessage = message => messages.push(message);
  await transport.start();
  await ended;
  expect(messages).toMatchObject([{ params: { _meta: { 'weft/rounded': said('') } } }]);
});

it('so is who asks by lines or by a command', async () => {
  const written: string[] = [];
  const input = lines(`{"request":${rounded}}`, '{}');
  await answerLines(
    input,
    'rules.evaluate',
    async () => ({ ok: true, value: 1, warnings: ['before'] }),
    async line => {
      written.push(line);
    },
  );
  expect(written.map(line => JSON.parse(line).warnings)).toEqual([['before', said('request.')], ['before']]);
  const cwd = temporaryFolder();
  await writeTree(cwd, { 'request.json': rounded, 'input.json': `{"request":${rounded},"engines":[]}` });
  const call = await runSourceCommand(['call', 'rules.evaluate', 'input.json', '--no-host'], { cwd });
  expect([JSON.parse(call.stdout).warnings, call.stderr]).toEqual([[said('request.')], '']);
  await writeTree(cwd, { 'engines.json': '[]' });
  const values = ['evaluate', 'request.json', '--engines', 'engines.json', '--no-host'];
  expect((await runSourceCommand(values, { cwd })).stderr).toBe(`weft: ${said('')}\n`);
});

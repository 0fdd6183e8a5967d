import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadCounter } from '../../electron/platform/count-exact.ts';
import { longTalk } from '../support/conversations.ts';
import { callEveryTool, type ToolAnswer } from '../support/mcp-tool-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 600_000 });

const usualTokens = 1500;
const long = 'The harbour master keeps the table of the tides, and whoever sails asks for it. '.repeat(20);

/** The sample project with much of everything that tools show, and files that cannot be read. */
async function fullProject(): Promise<ServedApp> {
  const app = await serveApp();
  const path = join(temporaryFolder(), 'sample');
  await app.ask('project.createSample', { path });
  const many = async (count: number, name: string, input: (at: number) => object) => {
    for (let at = 0; at < count; at += 1) {
      const reply = await app.ask(name, input(at));
      if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
    }
  };
  const rule = { name: 'R', when: [], then: { add_memories: ['glossary'] } };
  await many(60, 'engines.create', at => ({
    engine: {
      id: `engine-${at}`,
      name: `Engine ${at}`,
      description: long.slice(0, 300),
      enabled: true,
      rules: [rule],
    },
  }));
  const scope = 'apps/scanner';
  await many(120, 'ledger.post', at => ({
    entry_type: 'finding',
    summary: `Passes ${at}`,
    detail: long,
    scope,
  }));
  await many(60, 'ledger.decide', at => ({
    domain: `d${at}`,
    scope,
    summary: `Store passes ${at}`,
    rationale: long,
  }));
  const about = { session_id: 's', package_type: 'research', producer_agent: 'tech_lead', priority: 'high' };
  await many(40, 'packages.save', at => ({
    ...about,
    file_path: `n${at}.md`,
    summary: `Found ${at}`,
    content: long,
  }));
  await many(40, 'errorPatterns.record', at => ({
    error_type: 'TypeError',
    message: `x is undefined in part ${String.fromCharCode(97 + (at % 26)).repeat(1 + at)}`,
    solution: long,
  }));
  await app.call('conversations.import', { id: 'talk', messages: longTalk(400), embedder: 'none' });
  const broken = join(path, '.codebolt/context-rule-engines', 'b'.repeat(150));
  await mkdir(broken, { recursive: true });
  for (let at = 0; at < 30; at += 1) await writeFile(`${broken}-${at}.json`, '{');
  return app;
}

async function connectTo({ origin, token }: ServedApp): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp?tools=all`), { requestInit }),
  );
  onTestFinished(() => client.close());
  return client;
}

it('no tool answers with more than 1,500 tokens of a full project unless that is asked for; its data are whole', async () => {
  const count = await loadCounter('o200k_base');
  const client = await connectTo(await fullProject());
  const { failed, all } = await callEveryTool(client);
  expect(failed).toEqual([]);
  const tokensOf = ({ texts }: Pick<ToolAnswer, 'texts'>) =>
    texts.reduce((sum, text) => sum + count(text), 0);
  expect(all.filter(answer => tokensOf(answer) > usualTokens).map(({ tool }) => tool)).toEqual([]);
  const cut = all.filter(({ texts }) => /next: \d+ goes on/.test(texts[0] ?? ''));
  // Control: much was there to be told, and is told whole where that is asked for.
  expect(new Set(cut.map(({ tool }) => tool)).size).toBeGreaterThan(7);
  for (const answer of cut) {
    const { tool, given, data } = answer;
    const whole = await client.callTool({ name: tool, arguments: { ...given, max_tokens: 1_000_000 } });
    const [all] = whole.content.flatMap(one => (one.type === 'text' ? [one.text] : []));
    const page = count(answer.texts[0] ?? '');
    expect([tool, count(all ?? '') > page, count(JSON.stringify(data)) > page / 2]).toEqual([
      tool,
      true,
      true,
    ]);
  }
});

it('what is wrong with a call is told in 1,500 tokens as well, as JSON, with how much more there is', async () => {
  const count = await loadCounter('o200k_base');
  const app = await serveApp();
  await app.openEmpty();
  const rules = Array.from({ length: 90 }, (_, at) => ({ name: at, when: 'always', then: long }));
  const reply = await (await connectTo(app)).callTool({
    name: 'rule_create',
    arguments: { name: 'n', rules },
  });
  const [text] = reply.content.flatMap(one => (one.type === 'text' ? [one.text] : []));
  expect(count(text ?? '')).toBeLessThanOrEqual(usualTokens);
  expect(JSON.parse(text ?? '')).toMatchObject({
    code: 'invalid_input',
    details: { more: expect.any(Number) },
  });
});

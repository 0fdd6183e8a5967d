import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const engine = (name: string) => ({ id: 'plan', name, description: '', enabled: true, rules: [] });

/** As another program would: it replaces the file of the one engine. */
function writeElsewhere(folder: string, text: string): void {
  const path = join(folder, '.codebolt/context-rule-engines/plan.json');
  execFileSync(process.execPath, [
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text)})`,
  ]);
}

interface Listed {
  readonly names: readonly string[];
  readonly generation: number | undefined;
}

async function list(app: ServedApp): Promise<Listed> {
  const answer = await fetch(`${app.origin}/context-rule-engine`, {
    headers: { authorization: `Bearer ${app.token}` },
  });
  const named = answer.headers.get('weft-generation');
  const engines = (await answer.json()) as { readonly name: string }[]; // as the contract says
  return { names: engines.map(({ name }) => name), generation: named === null ? undefined : Number(named) };
}

async function served(strictFiles: boolean) {
  const app = await serveApp({ shell: 'browser', trustsAll: true, strictFiles });
  const folder = await app.openEmpty();
  await app.call('engines.create', { engine: engine('first') });
  return { app, folder };
}

it('an answer names its generation, which an own write raises at once and a read does not', async () => {
  const { app } = await served(false);
  const first = await list(app);
  expect(first).toEqual({ names: ['first'], generation: expect.any(Number) });
  expect(await list(app)).toEqual(first);
  const update = await app.ask('engines.update', { id: 'plan', changes: { name: 'second' } });
  expect(update).toMatchObject({ ok: true, generation: expect.any(Number) });
  const second = await list(app);
  expect(second.names).toEqual(['second']);
  expect(second.generation).toBeGreaterThan(first.generation ?? 0);
});

it('what another process writes, breaks and mends is seen, under another generation each time', async () => {
  const { app, folder } = await served(false);
  const seen = [await list(app)];
  for (const [text, names] of [
    [JSON.stringify(engine('theirs')), ['theirs']],
    ['{"id":', []],
    [JSON.stringify(engine('mended')), ['mended']],
  ] as const) {
    writeElsewhere(folder, text);
    await expect.poll(async () => (await list(app)).names).toEqual(names);
    seen.push(await list(app));
  }
  expect(new Set(seen.map(({ generation }) => generation)).size).toBe(seen.length);
});

it('a server that is strict sees it with its next answer', async () => {
  const { app, folder } = await served(true);
  for (const name of ['a', 'b', 'c']) {
    writeElsewhere(folder, JSON.stringify(engine(name)));
    expect((await list(app)).names).toEqual([name]);
  }
});

it('a configuration that another process writes is another generation', async () => {
  const { app, folder } = await served(false);
  const { generation } = await list(app);
  const path = join(folder, '.codebolt/weft.json');
  const text = JSON.stringify({ context_engineering: { redaction_mode: 'off' } });
  execFileSync(process.execPath, [
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text)})`,
  ]);
  expect((await list(app)).generation).toBeGreaterThan(generation ?? 0);
});

it('what needs no project names the generation too where it answers from one, and none where all is given', async () => {
  const { app } = await served(false);
  const { generation } = await list(app);
  const request = { scope_variables: {} };
  const condition = { field: 'addVar.phase', operator: 'exists' };
  const named = async (name: string, input: object) => {
    const answer = await fetch(`${app.origin}/procedures/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect([name, answer.status]).toEqual([name, 200]);
    return Number(answer.headers.get('weft-generation') ?? Number.NaN);
  };
  expect([
    await named('rules.evaluate', { request }),
    await named('contracts.check', {}),
    await named('engines.export', { id: 'plan' }),
    await named('rules.evaluate', { request, engines: [engine('given')] }),
    await named('rules.testCondition', { condition, variables: {} }),
  ]).toEqual([generation, generation, generation, Number.NaN, Number.NaN]);
});

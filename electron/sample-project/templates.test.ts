import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../electron/storage/files/sample-files.ts';
import { projectTemplateIds } from '../../shared/model/project-template.ts';
import { startApp } from '../../test/support/app-harness.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const root = join(import.meta.dirname, 'templates');

it('has the files of each template, and no others', async () => {
  expect((await readdir(root)).sort()).toEqual([...projectTemplateIds].sort());
});

it.each(projectTemplateIds)('keeps the definitions of %s canonical', async id => {
  const files = (await listFiles(join(root, id, 'dot-codebolt'))).map(file =>
    join(root, id, 'dot-codebolt', file),
  );
  const texts = files.map(file => readFileSync(file, 'utf8'));
  expect(texts).toEqual(texts.map(text => `${JSON.stringify(JSON.parse(text), null, 2)}\n`));
});

describe.each(projectTemplateIds)('a project that begins from %s', template => {
  it('acts, is free of findings, passes its tests and shows each memory and rule in some sample', async () => {
    const { call } = startApp();
    const info = await call('project.createFromTemplate', {
      path: join(temporaryFolder(), 'mine'),
      template,
    });
    expect(info).toMatchObject({ open: true, name: 'mine', trusted: true, problems: [] });
    const analysis = await call('rules.analyze', {});
    expect(analysis.findings).toEqual([]);
    const { results } = await call('tests.run', {});
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(3);

    const { samples } = await call('samples.list', {});
    const assembled = await Promise.all(
      samples.map(({ request }) =>
        // The schema of samples leaves the request to the assembly, which judges it whole.
        call('assembly.preview', { request: request as { scope_variables: object } }),
      ),
    );
    const calls = assembled.flatMap(({ trace }) => trace.memory_calls);
    expect(calls.filter(({ status }) => status === 'failed')).toEqual([]);
    const { memories } = await call('memories.list', {});
    const shown = new Set(calls.filter(({ kept }) => kept > 0).map(({ memory_id }) => memory_id));
    expect(memories.map(({ id }) => id).filter(id => !shown.has(id))).toEqual([]);
    const fired = new Set(assembled.flatMap(({ trace }) => trace.rules_applied.map(rule => rule.rule_id)));
    const { engines } = await call('engines.list', {});
    const rules = engines.flatMap(engine => engine.rules.map(rule => rule.id));
    expect(rules.filter(id => !fired.has(id))).toEqual([]);
  });
});

describe('project.createFromTemplate', () => {
  const template = 'coding-agent';

  it('is the same when it is asked for again, and leaves other projects and files alone', async () => {
    const { call, ask, openEmpty } = startApp();
    const path = temporaryFolder();
    await call('project.createFromTemplate', { path, template });
    const counts = await call('content.counts', {});
    expect(counts.documents).toBeGreaterThan(4);
    await call('project.createFromTemplate', { path, template });
    expect(await call('content.counts', {})).toEqual(counts);

    const other = await openEmpty();
    expect(await ask('project.createFromTemplate', { path: other, template })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('another project already') },
    });
    expect((await call('engines.list', {})).engines).toEqual([]);
  });

  it('brings its own documents alone into a folder that has some', async () => {
    const { call, ask } = startApp();
    const path = temporaryFolder();
    const own = join(path, 'docs', 'guides', 'tests.md');
    await call('project.open', { path: join(path, 'docs', 'guides'), create: true });
    await writeFile(own, 'mine');
    expect(await ask('project.createFromTemplate', { path, template })).toMatchObject({
      error: { code: 'conflict' },
    });
    expect(readFileSync(own, 'utf8')).toBe('mine');
    expect(await ask('project.createFromTemplate', { path: 'here', template })).toMatchObject({
      error: { code: 'invalid_input' },
    });
  });
});

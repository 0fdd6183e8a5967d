import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';

const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const session_id = 's1';

async function started(): Promise<AppHarness & { readonly path: string }> {
  const app = startApp();
  return { ...app, path: await app.openEmpty() };
}

const rune = (path: string, file: string) => readFile(join(path, '.rune', file), 'utf8');

describe('assessments', () => {
  it.each([
    [40_000, 'GREEN', undefined],
    [
      100_000,
      'YELLOW',
      'Context at 50%: load only what the next step needs; search instead of reading whole files.',
    ],
    [
      140_000,
      'ORANGE',
      'Context at 70%: compact at the next boundary (when the current unit of work is done).',
    ],
    [
      180_000,
      'RED',
      'Context at 90%: NOT saved: the session, which was assessed and not recorded. Do not compact yet.',
    ],
  ])('%i tokens are %s', async (measured_tokens, status, message) => {
    const { call } = startApp();
    const found = await call('health.assess', { tool_calls: [], measured_tokens });
    expect([found.status, found.basis, found.message]).toEqual([status, 'measured', message]);
  });

  it('tools cost by their name without case, unknown ones as medium ones, as configured', async () => {
    const { call } = await started();
    const tokens = async () =>
      (
        await call('health.assess', {
          tool_calls: ['Read', 'BASH', 'edit', 'mystery'].map(tool => ({ tool })),
        })
      ).tokens;
    expect(await tokens()).toBe(500 + 1250 + 2000 + 1250);
    await call('config.set', { changes: { tool_costs: { high: ['Mystery'] } } });
    expect(await tokens()).toBe(500 + 1250 + 1250 + 2000);
  });

  it('windows come from the one model table', async () => {
    const { call } = await started();
    await call('config.set', { changes: { models: { haiku: 32_000 } } });
    const found = await call('health.assess', {
      tool_calls: { low: 0, medium: 0, high: 10 },
      model: 'claude-3-haiku',
    });
    expect([found.window, found.utilization_pct]).toEqual([32_000, 62.5]);
  });

  it('are due after so many calls, at a boundary and before a compaction; a real count holds from then on', async () => {
    const { call } = await started();
    await call('config.set', { changes: { health: { check_every: 3 } } });
    const due = async (more: object) => (await call('health.record', { session_id, ...more })).due;
    const tool = 'read';
    expect([
      await due({ tool }),
      await due({ tool }),
      await due({ tool }),
      await due({ tool }),
      await due({ moment: 'phase_boundary' }),
      await due({ tool_calls: { low: 1, medium: 1, high: 0 } }),
      await due({ phase: 'reading' }),
      await due({ phase: 'reading' }),
      await due({ phase: 'writing' }),
    ]).toEqual([false, false, true, false, true, false, false, false, true]);
    await call('health.record', { session_id, measured_tokens: 50_000 });
    const { assessment } = await call('health.record', {
      session_id,
      tool: 'write',
      message: 'x'.repeat(400),
    });
    expect([assessment.tokens, assessment.basis]).toEqual([52_100, 'measured']);
  });

  it('the next boundary is the one of the plan', async () => {
    const { call } = await started();
    const { assessment } = await call('health.record', {
      session_id,
      message_tokens: 150_000,
      plan: { steps: ['after the parser', 'later'] },
    });
    expect(assessment.message).toBe('Context at 75%: compact at the next boundary (after the parser).');
  });
});

const notes = {
  task: 'Write the parser',
  phase: 'implementing',
  files: ['src/a.ts'],
  decisions: ['Use re2js\n## not a heading', { summary: 'Tokens are spans', domain: 'parser', scope: 'src' }],
  conventions: [`never log ${secret}`],
  remaining: ['errors'],
  blockers: ['no CI'],
};

describe('RED saves and blocks until the compaction is acknowledged', () => {
  it('word by word, without secrets, each thing once', async () => {
    const { call, path, events } = await started();
    await call('health.record', { session_id, ...notes });
    const red = await call('health.record', { session_id, measured_tokens: 190_000 });
    expect(red).toMatchObject({
      due: true,
      blocked: true,
      assessment: { message: 'Context at 95%: state saved to .rune/. Compact now.' },
      saved: {
        ok: true,
        files: ['.rune/decisions.md', '.rune/conventions.md', '.rune/progress.md', '.rune/session-log.md'],
      },
    });
    expect(await rune(path, 'decisions.md')).toBe(
      [
        '# Decisions',
        '',
        '## 2026-11-21T10:00:00.000Z session "s1"',
        '',
        '- Use re2js',
        '  ## not a heading',
        '- Tokens are spans',
        '  - domain: parser',
        '  - scope: src',
        '',
        '<!-- end of record -->',
        '',
        '',
      ].join('\n'),
    );
    expect(await rune(path, 'conventions.md')).toContain('- never log [REDACTED:github-token]');
    await call('health.record', { session_id, decisions: ['Use re2js\n## not a heading', 'One more'] });
    const decisions = await rune(path, 'decisions.md');
    expect([decisions.split('- Use re2js').length, decisions.split('- One more').length]).toEqual([2, 2]);
    expect(events).toContainEqual({ event: 'project:changed', what: 'health' });
  });

  it.each([
    ['the folder', '.rune'],
    ['one file', '.rune/decisions.md'],
  ])('what was saved is written again where %s was removed since', async (_, removed) => {
    const { call, path } = await started();
    const told = { ...notes, task: 'a\u200Bb', decisions: [...notes.decisions, 'Zero\u200Bwidth\r\nlines'] };
    await call('health.record', { session_id, ...told, measured_tokens: 190_000 });
    const saved = async () => (await call('health.saved', { session_id })).records.map(({ file }) => file);
    const once = ['decisions.md', 'conventions.md', 'progress.md', 'session-log.md'];
    await call('health.record', { session_id, measured_tokens: 190_000 });
    expect(await saved()).toEqual(once);
    await rm(join(path, removed), { recursive: true });
    expect((await call('health.report', { session_id })).markdown).toContain('0 saved to .rune/, 3 not yet');
    const again = await call('health.record', { session_id, measured_tokens: 191_000 });
    expect(again.assessment.message).toBe('Context at 96%: state saved to .rune/. Compact now.');
    expect(await rune(path, 'decisions.md')).toContain('- Tokens are spans');
    expect(new Set(await saved())).toEqual(new Set(once));
    await rm(join(path, removed), { recursive: true });
    expect(await call('health.acknowledgeCompaction', { session_id })).toMatchObject({ acknowledged: true });
    expect(await rune(path, 'decisions.md')).toContain('- Tokens are spans');
  });

  it('while blocked only cheap tools, saving and the acknowledgement may run', async () => {
    const { call } = await started();
    const allowed = async () =>
      Promise.all(
        ['read', 'GREP', 'bash', 'write', 'health.record', 'context_health', 'unknown'].map(
          async tool => (await call('health.gate', { session_id, tool })).allowed,
        ),
      );
    expect(await allowed()).toEqual([true, true, true, true, true, true, true]);
    await call('health.record', { session_id, measured_tokens: 190_000 });
    expect(await allowed()).toEqual([true, true, false, false, true, true, false]);
    // A smaller count alone is no compaction that anybody acknowledged.
    await call('health.record', { session_id, measured_tokens: 10 });
    expect(await allowed()).toEqual([true, true, false, false, true, true, false]);
    expect(await call('health.acknowledgeCompaction', { session_id })).toMatchObject({
      acknowledged: true,
      blocked: false,
    });
    expect(await allowed()).toEqual([true, true, true, true, true, true, true]);
    const { sessions } = await call('health.state', { session_id });
    expect(sessions).toMatchObject([{ compactions: 1, assessment: { tokens: 0, status: 'GREEN' } }]);
  });

  it('a save that fails says what was not saved and why, stays blocked, and is made good later', async () => {
    const { call, path } = await started();
    await mkdir(join(path, '.rune/decisions.md'), { recursive: true });
    const red = await call('health.record', { session_id, ...notes, measured_tokens: 190_000 });
    expect(red.blocked).toBe(true);
    expect(red.assessment.message).toMatch(
      /^Context at 95%: NOT saved: decisions\.md \(.*decisions\.md.*\)\. Do not compact yet\.$/,
    );
    expect(await call('health.acknowledgeCompaction', { session_id })).toMatchObject({
      acknowledged: false,
      blocked: true,
      saved: { ok: false },
    });
    expect((await call('health.gate', { session_id, tool: 'write' })).allowed).toBe(false);
    await rm(join(path, '.rune/decisions.md'), { recursive: true });
    expect(await call('health.acknowledgeCompaction', { session_id })).toMatchObject({ acknowledged: true });
    expect(await rune(path, 'decisions.md')).toContain('- Tokens are spans');
    expect((await rune(path, 'conventions.md')).split('never log').length).toBe(2);
  });

  it('a save before a compaction that fails blocks at any level, until it is made good', async () => {
    const { call, path } = await started();
    await mkdir(join(path, '.rune/decisions.md'), { recursive: true });
    const asked = { session_id, ...notes, measured_tokens: 120_000, moment: 'before_compaction' } as const;
    const failed = await call('health.record', asked);
    expect([failed.assessment.status, failed.blocked, failed.assessment.message]).toEqual([
      'YELLOW',
      true,
      expect.stringMatching(/^Context at 60%: NOT saved: decisions\.md .*Do not compact yet\.$/),
    ]);
    const gate = await call('health.gate', { session_id, tool: 'write' });
    expect(gate).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('Until it is saved, only'),
    });
    expect((await call('health.state', { session_id })).sessions).toMatchObject([{ blocked: true }]);
    await rm(join(path, '.rune/decisions.md'), { recursive: true });
    const made = await call('health.record', { session_id, tool: 'read' });
    expect([made.blocked, made.saved?.ok]).toEqual([false, true]);
    expect((await call('health.gate', { session_id, tool: 'write' })).allowed).toBe(true);
  });

  it('does not call saved what nobody told', async () => {
    const { call } = await started();
    const red = await call('health.record', { session_id, measured_tokens: 190_000 });
    expect(red.assessment.message).toBe(
      'Context at 95%: nothing of a state was told, so nothing is saved. Tell task, files and decisions, then compact.',
    );
    const told = await call('health.record', { session_id, task: 'Ship it' });
    expect(told.assessment.message).toBe('Context at 95%: state saved to .rune/. Compact now.');
  });

  it('goes on without its database', async () => {
    const { call, app, log } = await started();
    const project = await app.projects.require();
    await call('health.record', { session_id, tool: 'read' });
    const full = new AppError('storage_failed', 'the disk is full');
    Object.assign(project.content, { write: () => Promise.reject(full) });
    const red = await call('health.record', { session_id, ...notes, measured_tokens: 190_000 });
    expect([red.blocked, red.saved?.ok]).toEqual([true, true]);
    expect((await call('health.gate', { session_id, tool: 'write' })).allowed).toBe(false);
    expect(log.join()).toContain('kept in memory only');
  });

  it('writes through no link out of the project', async () => {
    const { call, path } = await started();
    await mkdir(join(path, '.rune'));
    await symlink('/etc/hosts', join(path, '.rune/progress.md'));
    const red = await call('health.record', { session_id, task: 't', measured_tokens: 190_000 });
    expect([red.saved?.ok, red.saved?.failure]).toEqual([false, expect.stringContaining('progress.md')]);
  });
});

describe('after the compaction', () => {
  const contents = async ({ call }: AppHarness, thread_id: string) => {
    const request = { scope_variables: { thread: { thread_id } }, explicit_memory: ['session_state'] };
    const { context } = await call('assembly.assemble', { request });
    return (context.state ?? []).map(({ content, historical }) => [content, historical === true]);
  };

  it('the saved state is a memory; that of other sessions is historical, with date and session', async () => {
    const app = await started();
    await app.call('health.record', { session_id, ...notes, conventions: [], measured_tokens: 190_000 });
    await app.call('health.acknowledgeCompaction', { session_id });
    const own = await contents(app, session_id);
    expect(own).toEqual([
      ['- Use re2js\n## not a heading\n- Tokens are spans\n  - domain: parser\n  - scope: src', false],
      [
        '- Task: Write the parser\n- Phase: implementing\n- Files touched:\n  - file: src/a.ts\n- Remaining:\n  - task: errors\n- Blockers:\n  - blocker: no CI',
        false,
      ],
    ]);
    const others = await contents(app, 'another');
    expect(others).toEqual(own.map(([text]) => [`From 2026-11-21, session s1:\n${text}`, true]));
  });

  it('decisions of different sessions that contradict are told, never settled', async () => {
    const app = await started();
    const decide = (id: string, summary: string) =>
      app.call('health.record', {
        session_id: id,
        decisions: [{ summary, domain: 'storage', scope: 'src/db' }],
        moment: 'before_compaction',
      });
    await decide('s1', 'Keep rows in SQLite tables');
    await decide('s2', 'Keep rows in JSON tables');
    const { markdown, session } = await app.call('health.report', { session_id: 's2' });
    expect(session.conflicts).toEqual([
      {
        summary: 'Keep rows in JSON tables',
        session_id: 's2',
        other_summary: 'Keep rows in SQLite tables',
        other_session_id: 's1',
        domain: 'storage',
      },
    ]);
    expect(markdown).toContain(
      '- Conflict: "Keep rows in JSON tables" contradicts "Keep rows in SQLite tables" of session s1',
    );
    expect((await contents(app, 's2'))[0]?.[0]).toBe(
      'Conflict, not settled: "Keep rows in JSON tables" contradicts "Keep rows in SQLite tables" of session s1',
    );
  });

  it('a session is told of all sessions that it contradicts, and of those that contradict each other', async () => {
    const app = await started();
    const decide = (id: string, summary: string) =>
      app.call('health.record', {
        session_id: id,
        decisions: [{ summary, domain: 'storage', scope: 'src/db' }],
        moment: 'before_compaction',
      });
    await decide('s1', 'Keep rows in SQLite tables');
    await decide('s2', 'Keep rows in JSON tables');
    await decide('s3', 'Keep rows in Parquet tables');
    await app.call('health.record', { session_id: 's4', task: 'look on' });
    const told = async (session_id: string) => {
      const { markdown, session } = await app.call('health.report', { session_id });
      const lines = session.conflicts.map(one => `${one.session_id} ${one.other_session_id}`);
      const inReport = markdown.split('\n- Conflict: ').length - 1;
      const inState = (await contents(app, session_id)).filter(([text]) =>
        String(text).startsWith('Conflict'),
      );
      expect([inReport, inState.length]).toEqual([lines.length, lines.length]);
      return lines;
    };
    expect(await told('s3')).toEqual(['s3 s1', 's3 s2', 's2 s1']);
    expect(await told('s1')).toEqual(['s1 s2', 's1 s3', 's3 s2']);
    expect(await told('s4')).toEqual(['s2 s1', 's3 s1', 's3 s2']);
    expect((await app.call('health.report', { session_id: 's4' })).markdown).toContain(
      '- Conflict: "Keep rows in JSON tables" of session s2 contradicts "Keep rows in SQLite tables" of session s1',
    );
  });
});

it('the report has the labels that its readers know; empty ones say none', async () => {
  const { call, ask } = await started();
  expect(await ask('health.report', { session_id })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  await call('health.record', { session_id, tool_calls: { low: 2, medium: 1, high: 3 } });
  const report = async () => (await call('health.report', { session_id })).markdown;
  expect(await report()).toBe(
    [
      '## Context Health',
      '- **Utilization**: 4% (estimated)',
      '- **Status**: GREEN',
      '- **Tool Calls**: 6 (low 2, medium 1, high 3)',
      '- **Recommendation**: continue',
      '',
      '### Critical Context (preserved on compaction)',
      '- Task: none',
      '- Phase: none',
      '- Decisions: 0 saved to .rune/',
      '- Files touched: none',
      '- Blockers: none',
      '',
    ].join('\n'),
  );
  await call('health.record', { session_id, ...notes, moment: 'before_compaction' });
  expect(await report()).toContain(
    '- Task: Write the parser\n- Phase: implementing\n- Decisions: 2 saved to .rune/\n- Files touched: src/a.ts\n- Blockers: no CI\n',
  );
  // An earlier save says nothing of what was decided since.
  await call('health.record', { session_id, decisions: ['second, never saved'] });
  expect(await report()).toContain('- Decisions: 2 saved to .rune/, 1 not yet\n');
});

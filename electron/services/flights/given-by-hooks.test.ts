import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ToldEvent } from '../../../shared/model/flight.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

/** What a session is given at an event, as the hooks of an agent tell it. */
const given = async (
  { call }: AppHarness,
  cwd: string,
  event: Partial<ToldEvent> & Pick<ToldEvent, 'event'>,
) => (await call('flights.hear', { session_id: 's', agent: 'claude-code', cwd, ...event })).context ?? '';

const edited = (file: string) => ({ event: 'after_tool' as const, tool: 'Edit', files: [file] });

it('a new project for coding agents speaks by itself: with a prompt, and for files that it has rules for', async () => {
  const app = startApp();
  const path = join(temporaryFolder(), 'mine');
  await app.call('project.createFromTemplate', { path, template: 'coding-agent' });
  const told = async (event: Parameters<typeof given>[2]) => {
    await given(app, path, event);
    const { entries } = await app.call('flights.get', { session_id: 's' });
    return entries.at(-1)?.given?.memories ?? [];
  };
  const prompt = (text: string, more = {}) => told({ event: 'prompt', prompt: text, ...more });
  expect(await prompt('Change how long a sign-in holds')).toEqual(['house-rules']);
  expect(await told(edited(join(path, 'src/auth/session.ts')))).toEqual(['security-checklist']);
  expect(await told(edited('db/migrations/0042.sql'))).toEqual(['migration-rules']);
  expect(await told(edited('src/cart/totals.test.ts'))).toEqual(['testing-guide']);
  expect(await told(edited('src/cart/totals.ts'))).toEqual([]);
  expect(await prompt('The total of the cart is wrong by one cent')).toContain('known-traps');
  expect(await prompt('Plan how addresses change', { permission_mode: 'plan' })).toContain('architecture');
});

it('rules that were imported for files of a pattern speak when an agent has to do with such a file', async () => {
  const app = startApp();
  const project = await app.openEmpty();
  await writeTree(project, {
    '.cursor/rules/react.mdc':
      '---\nglobs: src/ui/**/*.tsx\nalwaysApply: false\n---\nProps have names of their own.\n',
    '.github/instructions/python.instructions.md':
      '---\napplyTo: "**/*.py"\n---\nMoney is counted in cents.\n',
  });
  await app.call('imports.apply', { from: [project] });
  expect(await given(app, project, edited('src/api/orders.ts'))).toBe('');
  expect(await given(app, project, edited('src/ui/Button.tsx'))).toContain('Props have names of their own.');
  expect(await given(app, project, edited('billing/vat.py'))).toContain('Money is counted in cents.');
});

import { beforeEach, expect, inject, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { provideCommands } from '../../../stores/commands.ts';
import { edit, undoAll, useDocuments } from '../../../stores/documents.ts';
import { loadProject } from '../../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { ChangesTab } from './ChangesTab.tsx';

const engineId = 'review-rules';

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ engineId, sampleId: undefined });
  return undoAll;
});

/** Edits the rule of this id; nothing is saved. */
const change = (ruleId: string, recipe: (rule: ContextRule) => void) =>
  edit('change a rule', draft => {
    const rule = draft.engines[engineId]?.rules.find(({ id }) => id === ruleId);
    if (rule) recipe(rule);
  });

it('says which samples an edit changes before it is saved, and leads to them', async () => {
  const screen = await showPanel(<ChangesTab />);
  await expect.element(screen.getByText('Nothing is edited')).toBeVisible();
  change('review-basics', rule => {
    rule.then.add_memories = ['project-conventions'];
  });
  const changed = screen.getByRole('list', { name: 'Samples that change' });
  await expect.element(changed).toBeVisible();
  await expect.element(screen.getByText(/^\d+ of \d+ samples? changes?$/)).toBeVisible();
  await expect.element(changed.getByText('loses review-tips').first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await userEvent.click(changed.getByRole('button').first());
  expect(useWorkspace.getState().sampleId).toBeDefined();
});

it('shows a request where no sample changes, which becomes a sample, and proves where nothing does', async () => {
  const screen = await showPanel(<ChangesTab />);
  change('review-basics', rule => {
    rule.when = [{ field: 'addVar.phase', operator: 'in', value: ['reviewing', 'never seen'] }];
  });
  await expect.element(screen.getByText(/^addVar\.phase = "never seen"/)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try as sample' }));
  await expect.element(screen.getByText(/^1 of \d+ samples/)).toBeVisible();
  expect(Object.values(useDocuments.getState().working.samples).at(-1)?.request).toMatchObject({
    additional_variables: { phase: 'never seen' },
  });
  change('review-basics', rule => {
    rule.when = [{ field: 'addVar.phase', operator: 'in', value: ['reviewing', 'reviewing'] }];
  });
  await expect.element(screen.getByText(/^Proved equivalent/)).toBeVisible();
});

it.runIf(inject('isLong'))(
  'compares with a git revision, says where there is none, and compares two engines',
  async () => {
    const program = fakeWeft({
      ...openProjectAnswers(sampleFiles),
      'engines.atRevision': new AppError('not_found', '/projects/agent-team: not a git repository'),
    });
    const screen = await showPanel(<ChangesTab />);
    const choose = async (name: string | RegExp) => {
      await userEvent.click(screen.getByRole('button', { name: /Compared with/ }));
      await userEvent.click(screen.getByRole('option', { name }));
    };
    await choose('A git revision');
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await expect.element(screen.getByText(/not a git repository/)).toBeVisible();
    expect(await panelFindings()).toEqual([]);
    program.answer({
      'engines.atRevision': {
        commit: 'a'.repeat(40),
        engines: [],
        memories: [...sampleFiles.memories],
        problems: [],
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await expect.element(screen.getByText('Commit aaaaaaaaaa')).toBeVisible();
    await expect.element(screen.getByText(/^\d+ of \d+ samples change$/)).toBeVisible();
    await choose(/^Planning/);
    await expect.element(screen.getByText(/samples? changes?$|this request does$/)).toBeVisible();
  },
);

it('a revision that is read late takes nothing from what was chosen meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  const program = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'engines.atRevision': async () => {
      await held.promise;
      return { commit: 'a'.repeat(40), engines: [], memories: [], problems: [] };
    },
  });
  const screen = await showPanel(<ChangesTab />);
  const compared = screen.getByRole('button', { name: /Compared with/ });
  const choose = async (name: string) => {
    await userEvent.click(compared);
    await userEvent.click(screen.getByRole('option', { name }));
  };
  await choose('A git revision');
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await expect.poll(() => program.asked.map(({ name }) => name)).toContain('engines.atRevision');
  await choose('The last save');
  held.resolve();
  await new Promise(resume => setTimeout(resume));
  await expect.element(compared).toHaveTextContent('The last save');
});

it('where nothing is edited, a new rule is made in the view of the rules', async () => {
  setWorkspace({ view: 'samples' });
  const screen = await showPanel(<ChangesTab />);
  await userEvent.click(screen.getByRole('button', { name: 'New rule' }));
  await expect.poll(() => useWorkspace.getState().view).toBe('rules');
  const make = vi.fn();
  // The editor of the rules is there by now.
  const stop = provideCommands(() => ({ 'rule.new': { run: make } }));
  await expect.poll(() => make.mock.calls.length).toBe(1);
  stop();
});

it('where there is no engine for a rule, an engine is made', async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: [] }));
  await loadProject();
  setWorkspace({ engineId: undefined });
  const make = vi.fn();
  const stop = provideCommands(() => ({ 'engine.new': { run: make } }));
  const screen = await showPanel(<ChangesTab />);
  await userEvent.click(screen.getByRole('button', { name: 'New engine' }));
  await expect.poll(() => make.mock.calls.length).toBe(1);
  stop();
});

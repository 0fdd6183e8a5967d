import { beforeEach, expect, it } from 'vitest';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { useDocuments } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { MemoryTrace } from './TurnEvents.tsx';

const given = { text: '', tokens: 0, memories: ['first', 'second'], rules: [], request: {} };
const state: { held?: Promise<void> | undefined; word: string } = { word: 'as it was' };

beforeEach(async () => {
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'assembly.explain': async ({ memory_id = '' }) => {
      await state.held;
      const chain = [{ at: 'rule' as const, passed: true, message: `The way of ${memory_id} ${state.word}` }];
      return { memory_id, included: true, cause: 'included' as const, message: '', chain, rules: [] };
    },
  });
  await loadProject();
});

it('shows no way of one memory under the name of another', async () => {
  const screen = await showPanel(<MemoryTrace given={given} />);
  await expect.element(screen.getByText('The way of first as it was')).toBeVisible();
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  await screen.getByRole('button', { name: /Why a memory is here/ }).click();
  await screen.getByRole('option', { name: 'second' }).click();
  await expect.element(screen.getByText('The way of first as it was')).not.toBeInTheDocument();
  held.resolve();
  await expect.element(screen.getByText('The way of second as it was')).toBeVisible();
  state.held = undefined;
});

it('asks again when something was saved', async () => {
  const screen = await showPanel(<MemoryTrace given={given} />);
  await expect.element(screen.getByText('The way of first as it was')).toBeVisible();
  state.word = 'as it is now';
  useDocuments.setState(({ saved }) => ({ saved: { ...saved } }));
  await expect.element(screen.getByText('The way of first as it is now')).toBeVisible();
  state.word = 'as it was';
});

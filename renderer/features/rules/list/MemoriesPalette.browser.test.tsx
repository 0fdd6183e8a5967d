import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { loadProject } from '../../../stores/project.ts';
import { MemoriesPalette } from './MemoriesPalette.tsx';

const memories = Array.from({ length: 200 }, (_, at) => ({
  ...sampleFiles.memories[0],
  id: `memory-${String(at).padStart(3, '0')}`,
})) as typeof sampleFiles.memories; // copies of one that there is

beforeEach(async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: [], tests: [], contracts: [], memories }));
  await loadProject();
});

it('a row that has the focus keeps it out of sight, and arrows go on from it', async () => {
  const screen = await showPanel(
    <div data-testid="room" style={{ height: 300, overflow: 'auto' }}>
      <MemoriesPalette />
    </div>,
  );
  const row = (at: number) => screen.getByTestId(`palette-memory-${String(at).padStart(3, '0')}`);
  const room = screen.getByTestId('room').element();
  const topOf = (at: number) => row(at).element().getBoundingClientRect().top;
  row(1).element().focus();
  for (const to of [room.scrollHeight, room.scrollHeight / 2]) {
    room.scrollTop = to;
    await expect.poll(() => row(Math.round((to / room.scrollHeight) * 199)).query()).not.toBeNull();
    await expect.element(row(1)).toHaveFocus();
    // Nothing is moved by what is drawn above.
    expect(Math.round(topOf(1) + room.scrollTop)).toBe(Math.round(topOf(0) + room.scrollTop) + 30);
  }
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(2)).toHaveFocus();
  await expect.element(row(2)).toBeInViewport();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(row(0)).toHaveFocus();
});

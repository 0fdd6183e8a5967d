import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Panel, setPanelOpen } from '../../stores/panels.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { useKeptFocus } from './use-kept-focus.ts';

function Bench() {
  useKeptFocus();
  return ['List', 'Editor', 'Inspector', 'Drawer'].map(region => (
    <div data-region={region} key={region}>
      <button type="button">{region}</button>
    </div>
  ));
}

const room = (narrow: boolean) => setWorkspace({ tight: { narrow, low: false } });

beforeEach(() => {
  setWorkspace({ view: 'rules', panels: {} });
  room(false);
});

it.each<[string, string, () => void, string]>([
  ['closes under it', 'List', () => setPanelOpen('list', false), 'Editor'],
  ['is another', 'List', () => setPanelOpen('inspector', false), 'List'],
  ['closes for want of room', 'Inspector', () => room(true), 'Editor'],
])('a panel that %s leaves the focus of %s in its place', async (_, from, act, to) => {
  const screen = await render(<Bench />);
  screen.getByRole('button', { name: from }).element().focus();
  act();
  await expect.element(screen.getByRole('button', { name: to })).toHaveFocus();
});

it.each<[string, Panel, Panel]>([
  ['Inspector', 'inspector', 'list'],
  ['List', 'list', 'inspector'],
])('in a narrow window %s gives it up to the other', async (name, first, other) => {
  room(true);
  setPanelOpen(first, true);
  const screen = await render(<Bench />);
  screen.getByRole('button', { name }).element().focus();
  setPanelOpen(other, true);
  await expect.element(screen.getByRole('button', { name: 'Editor' })).toHaveFocus();
});

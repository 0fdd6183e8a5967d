import { type CSSProperties, useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useDocuments } from '../../stores/documents.ts';
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

const showFiles = (...files: readonly string[]) =>
  useDocuments.setState({ problems: files.map(file => ({ file, reason: 'It is no JSON.' })) });

/** Rows of a text and a button; Mod+Z and the button of the first take that away. */
function Rows() {
  useKeptFocus();
  const files = useDocuments(({ problems }) => problems);
  useEffect(() => {
    const undo = ({ key, ctrlKey }: KeyboardEvent) => key === 'z' && ctrlKey && showFiles('two');
    window.addEventListener('keydown', undo);
    return () => window.removeEventListener('keydown', undo);
  }, []);
  return (
    <div data-region="Inspector">
      {files.map(({ file }) => (
        <div key={file}>
          <input aria-label={`Text of ${file}`} />
          <button onClick={() => showFiles('two')} type="button">
            {`Remove ${file}`}
          </button>
        </div>
      ))}
    </div>
  );
}

it.each<[string, () => unknown]>([
  ['by its press', () => userEvent.keyboard('{Enter}')],
  ['by a key that takes back', () => userEvent.keyboard('{Control>}z{/Control}')],
  ['from outside', () => showFiles('two')],
])(
  'what goes %s leaves the focus to a button beside it, and no text that letters would go to',
  async (_, act) => {
    showFiles('one', 'two');
    const screen = await render(<Rows />);
    screen.getByRole('button', { name: 'Remove one' }).element().focus();
    await act();
    await expect.element(screen.getByRole('button', { name: 'Remove two' })).toHaveFocus();
  },
);

it('a text that goes with all that stood beside it leaves the focus to its part of the window', async () => {
  showFiles('one');
  const screen = await render(<Rows />);
  screen.getByRole('textbox', { name: 'Text of one' }).element().focus();
  showFiles('another');
  await expect.element(screen.getByRole('textbox', { name: 'Text of another' })).toBeVisible();
  await expect.poll(() => document.activeElement?.getAttribute('data-region')).toBe('Inspector');
});

it.each<[string, (row: HTMLElement) => void]>([
  ['hidden', row => row.setAttribute('hidden', '')],
  ['hidden by its style', row => row.style.setProperty('display', 'none')],
  ['disabled', row => row.querySelector('button')?.setAttribute('disabled', '')],
  ['gone, after a pause of any length', row => row.remove()],
])('what is %s leaves the focus to what stands beside it', async (_, go) => {
  const screen = await render(<Given />);
  const row = screen.getByRole('group').element();
  screen.getByRole('button', { name: 'Inside' }).element().focus();
  if (!(row instanceof HTMLElement)) throw new Error('A group is an element.');
  go(row);
  await expect.element(screen.getByRole('button', { name: 'Beside' })).toHaveFocus();
});

it('what goes by scrolling leaves in sight where the user scrolled to', async () => {
  const screen = await render(<Given style={{ height: 40, overflow: 'auto', overflowAnchor: 'none' }} />);
  const row = screen.getByRole('group').element();
  const list = row.parentElement;
  if (!list) throw new Error('The row has a list.');
  screen.getByRole('button', { name: 'Inside' }).element().focus();
  row.after(...Array.from({ length: 50 }, () => document.createElement('hr')));
  list.scrollTop = 200;
  row.remove();
  await expect.element(screen.getByRole('button', { name: 'Beside' })).toHaveFocus();
  expect(list.scrollTop).toBe(200);
});

it('what its user has left may go, and no other gets the focus', async () => {
  const screen = await render(<Given />);
  const inside = screen.getByRole('button', { name: 'Inside' }).element();
  inside.focus();
  inside.blur();
  await new Promise(resolve => setTimeout(resolve, 200));
  inside.remove();
  await new Promise(resolve => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(document.body);
});

it('what is left of one studio says nothing of the focus in another', async () => {
  const screen = await render(<Given />);
  screen.getByRole('button', { name: 'Inside' }).element().focus();
  screen.getByRole('group').element().remove();
  await screen.unmount();
  const next = await render(<div data-region="Editor">Another</div>);
  await new Promise(resolve => setTimeout(resolve, 200));
  await expect.element(next.getByText('Another')).not.toHaveFocus();
});

/** As somebody else would change it: the rows are not React's. */
function Given({ style }: { readonly style?: CSSProperties }) {
  useKeptFocus();
  return (
    <div
      style={style}
      data-region="Editor"
      ref={element => {
        if (element)
          element.innerHTML =
            '<div role="group"><button>Inside</button></div><div><button>Beside</button></div>';
      }}
    />
  );
}

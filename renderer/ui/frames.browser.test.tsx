import { type ComponentProps, type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { formatCanonicalJson } from '../../shared/model/canonical-json.ts';
import { checkControls } from '../../test/support/control-states.tsx';
import { runCommand } from '../stores/commands.ts';
import { provideJsonCommands } from '../stores/json-commands.ts';
import { Button } from './Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { JsonEditor, type JsonVerdict } from './JsonEditor.tsx';
import { JsonProblems } from './JsonProblems.tsx';
import { SplitPane } from './SplitPane.tsx';

const nothing = () => undefined;
const one = { a: 1 };
const accept = (): JsonVerdict => ({ problems: [], acceptable: true });
const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const plain = { format: written, schema: z.looseObject({ a: z.string() }) } as const;
const refuse = (): JsonVerdict => ({
  problems: [{ code: 'x', path: 'a', message: 'a must be a text' }],
  acceptable: false,
});

const misplaced = {
  message: 'a must be a text',
  severity: 'error',
  from: 0,
  to: 1,
  line: 1,
  column: 1,
} as const;

beforeEach(() => localStorage.clear());

const keptPanes = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('weft.pane.')));

checkControls({
  ErrorBoundary: { whole: <ErrorBoundary name="The editor">Text</ErrorBoundary> },
  JsonEditor: {
    accepted: (
      <JsonEditor
        {...plain}
        judge={accept}
        keptAs="accepted"
        label="Engine as JSON"
        onApply={nothing}
        value={one}
      />
    ),
    refused: (
      <JsonEditor
        {...plain}
        judge={refuse}
        keptAs="refused"
        label="Memory as JSON"
        onApply={nothing}
        value={one}
      />
    ),
  },
  JsonProblems: {
    refused: <JsonProblems applied={false} problems={[misplaced]} show={{ current: undefined }} />,
  },
  SplitPane: {
    plain: (
      <div style={{ height: 200 }}>
        <Panes />
      </div>
    ),
  },
});

it('a part that fails says so by its name, and is tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(nothing);
  const health = { isWell: false };
  const screen = await render(
    <ErrorBoundary name="The editor">
      <Fragile health={health} />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByText('The editor could not be shown')).toBeVisible();
  await expect.element(screen.getByText('No such rule. Your work is kept.')).toBeVisible();
  health.isWell = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('The rule')).toBeVisible();
  logged.mockRestore();
});

describe('JSON as text', () => {
  const kept = { count: 0 };
  const open = async (judge: () => JsonVerdict = accept) =>
    openIn(apply => (
      <JsonEditor
        {...plain}
        judge={judge}
        keptAs={`text ${kept.count++}`}
        label="Engine"
        onActs={provideJsonCommands}
        onApply={apply}
        value={one}
      />
    ));
  const openIn = async (editor: (apply: (value: unknown) => void) => ReactElement) => {
    const apply = vi.fn();
    const screen = await render(editor(apply));
    const find = () =>
      screen.container.querySelector('[data-text]')?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]');
    await expect.poll(find).toBeTruthy();
    const content = find();
    if (!content) throw new Error('the editor went away');
    const type = async (text: string) => {
      content.focus();
      await userEvent.keyboard('{Control>}a{/Control}');
      for (const letter of text) await userEvent.keyboard(letter.replace(/[{[]/, '$&$&'));
    };
    return { screen, apply, content, type };
  };

  it('is told a moment after it is valid', async () => {
    const { apply, type } = await open();
    await type('[2]');
    await expect.poll(() => apply.mock.calls).toEqual([[[2]]]);
  });

  it('is told at once when its editor is left', async () => {
    const { screen, apply, type } = await open();
    await type('[3]');
    await screen.unmount();
    expect(apply.mock.lastCall).toEqual([[3]]);
  });

  it.each(['left', 'saved'])('is told at once when it is %s', async how => {
    const wait = window.setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => (ms === 300 ? 0 : wait(run, ms)));
    const { apply, content, type } = await open();
    await type('[6]');
    if (how === 'left') content.blur();
    else await userEvent.keyboard('{Control>}s{/Control}');
    vi.unstubAllGlobals();
    expect(apply.mock.calls).toEqual([[[6]]]);
  });

  it('is told also when its editor is left before anything is drawn', async () => {
    const { screen, apply, content } = await open();
    content.focus();
    document.execCommand('selectAll');
    document.execCommand('insertText', false, '[4]');
    // The editor hears of it, and nothing else has happened yet.
    await Promise.resolve();
    await screen.unmount();
    expect(apply.mock.calls).toEqual([[[4]]]);
  });

  it('is not told as it was once another letter is typed, which would be overwritten', async () => {
    const due: (() => void)[] = [];
    const wait = window.setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
      ms === 300 ? due.push(run) : wait(run, ms),
    );
    const { apply, type } = await open();
    await type('[4]');
    await expect.poll(() => due.length).toBeGreaterThan(0);
    document.execCommand('insertText', false, ' ');
    // The editor hears of it, and nothing is drawn yet.
    await Promise.resolve();
    for (const run of due) run();
    vi.unstubAllGlobals();
    expect(apply).not.toHaveBeenCalled();
  });

  it('stays as it was typed, and the cursor in it, where its file has another order and leaves some of it out', async () => {
    const { screen, apply, content, type } = await openIn(apply => <KeptDocument onApply={apply} />);
    await type('{"on":true,"b":2,"a":3}');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => apply.mock.calls).toEqual([[{ on: true, b: 2, a: 3 }]]);
    await userEvent.keyboard('0');
    expect(content.textContent).toBe('{"on":true,"b":2,"a":30}');
    await screen.unmount();
    expect(apply.mock.calls.slice(1)).toEqual([[{ on: true, b: 2, a: 30 }]]);
  });

  it('is not told where its file would be the same', async () => {
    const { screen, apply, content, type } = await openIn(apply => <KeptDocument onApply={apply} />);
    await type('{"on":true,"a":1}');
    await screen.unmount();
    expect([content.textContent, apply.mock.calls]).toEqual(['{"on":true,"a":1}', []]);
  });

  it('that is none is not told, and its place leads to it', async () => {
    const { screen, apply, type, content } = await open();
    await type('[2');
    const problem = screen.getByRole('region', { name: 'Problems of this text' }).getByRole('button');
    await expect.element(screen.getByText('Not taken over until this is mended:')).toBeVisible();
    await problem.click();
    await expect.poll(() => content.matches(':focus')).toBe(true);
    expect(apply).not.toHaveBeenCalled();
  });

  describe('that cannot be taken over yet', () => {
    const lines = (content: HTMLElement) =>
      [...content.querySelectorAll('.cm-line')].map(({ textContent }) => textContent);
    const openAs = (name: string) => openIn(apply => <OutsideDocument keptAs={name} onApply={apply} />);
    const begin = async (name: string) => {
      const opened = await openAs(name);
      opened.content.focus();
      await userEvent.keyboard('{Control>}{End}{/Control}{ArrowUp}{ArrowUp}{End}, "c": [[');
      await expect.poll(() => lines(opened.content)).toContain('  "b": 2, "c": [');
      return { ...opened, change: (name: string) => opened.screen.getByRole('button', { name }).click() };
    };

    it('stays where its document changes elsewhere, with that change', async () => {
      const { apply, content, change } = await begin('beside');
      await change('Change a');
      await expect.poll(() => lines(content)).toEqual(['{', '  "a": 10,', '  "b": 2, "c": [', '}', '']);
      content.focus();
      await userEvent.keyboard(']');
      await expect.poll(() => apply.mock.calls).toEqual([[{ a: 10, b: 2, c: [] }]]);
    });

    it('gives way where the same lines change elsewhere, is told so, and comes back by Mod+Z', async () => {
      const { screen, content, change } = await begin('over');
      await change('Change b');
      await expect.poll(() => lines(content)).toEqual(['{', '  "a": 1,', '  "b": 20', '}', '']);
      await expect.element(screen.getByText(/^It changed elsewhere in the lines/)).toBeVisible();
      content.focus();
      await userEvent.keyboard('{Control>}z{/Control}');
      await expect.poll(() => lines(content)).toContain('  "b": 2, "c": [');
    });

    it('is there again when the editor was left', async () => {
      const { screen } = await begin('left');
      await screen.unmount();
      const again = await openAs('left');
      await expect.poll(() => lines(again.content)).toContain('  "b": 2, "c": [');
      await again.type('{"a":1,"b":2}');
      await again.screen.unmount();
      const last = await openAs('left');
      expect(lines(last.content)).toContain('  "b": 2');
    });
  });

  it('is written as in its file, and offers what can stand, by the commands of palette and keys', async () => {
    const { screen, content, type } = await open();
    await type('{"a":"b"}');
    expect(runCommand('json.format')).toBe(true);
    await expect.poll(() => content.textContent).toContain('  "a": "b"');
    await type('{"');
    await userEvent.keyboard('{Escape}');
    expect(runCommand('json.complete')).toBe(true);
    await expect.poll(() => content.getAttribute('aria-activedescendant')).not.toBeNull();
    expect(content.matches(':focus')).toBe(true);
    await screen.unmount();
    expect(runCommand('json.format')).toBe(false);
  });

  it('that its judge refuses is not told', async () => {
    const { screen, apply, type } = await open(refuse);
    await type('[2]');
    await expect.element(screen.getByRole('button', { name: /a must be a text/ })).toBeVisible();
    expect(apply).not.toHaveBeenCalled();
  });
});

/** A document whose file has its keys in order, and leaves out what absence means. */
function KeptDocument({ onApply }: { readonly onApply: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>({ a: 1 });
  const apply = (next: unknown) => {
    onApply(next);
    setValue(next);
  };
  return (
    <JsonEditor
      format={inOrder}
      judge={accept}
      keptAs="in order"
      label="Engine"
      onApply={apply}
      schema={plain.schema}
      value={value}
    />
  );
}

/** A document that others change as well. */
function OutsideDocument({ keptAs, onApply }: Pick<ComponentProps<typeof JsonEditor>, 'keptAs' | 'onApply'>) {
  const [value, setValue] = useState<object>({ a: 1, b: 2 });
  return (
    <>
      <Button onPress={() => setValue({ ...value, a: 10 })}>Change a</Button>
      <Button onPress={() => setValue({ ...value, b: 20 })}>Change b</Button>
      <JsonEditor {...plain} judge={accept} keptAs={keptAs} label="Engine" onApply={onApply} value={value} />
    </>
  );
}

const inOrder = (value: unknown) =>
  formatCanonicalJson(value, { keys: ['a', 'b'], impliedValues: { on: true } });

interface PanesProps {
  readonly onOpenChange?: (open: boolean) => void;
  readonly view?: string;
}

function Panes({ onOpenChange = nothing, view = 'test' }: PanesProps) {
  const [open, setOpen] = useState(true);
  const pane = (label: string) => ({
    content: <Button>{`In ${label}`}</Button>,
    label,
    size: 160,
    minSize: 80,
    maxSize: 240,
    open,
    onOpenChange: (next: boolean) => {
      setOpen(next);
      onOpenChange(next);
    },
  });
  return (
    <SplitPane after={pane('Inspector')} id="test" orientation="horizontal" remembersAs={view}>
      <p>Main</p>
    </SplitPane>
  );
}

describe('panes side by side', () => {
  const show = async (onOpenChange = nothing) =>
    render(
      <div style={{ height: 200, width: 700 }}>
        <Panes onOpenChange={onOpenChange} />
      </div>,
    );
  const width = (screen: Awaited<ReturnType<typeof show>>) =>
    Math.round(
      (screen.getByRole('button', { name: 'In Inspector' }).element().parentElement?.clientWidth ?? 0) / 10,
    ) * 10;

  it('are resized by keys, within their limits, and remember it', async () => {
    const screen = await show();
    await expect.poll(() => width(screen)).toBe(160);
    const handle = screen.getByRole('separator', { name: 'Resize Inspector' });
    handle.element().focus();
    for (let presses = 0; presses < 6; presses += 1) await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => width(screen)).toBe(240);
    await expect.poll(keptPanes).toEqual({ 'weft.pane.test-after': '240' });
    await screen.unmount();
    const again = await show();
    await expect.poll(() => width(again)).toBe(240);
  });

  it('begin with their size, and have it in another room than before as well', async () => {
    const room = (width: number) => (
      <div style={{ height: 200, width }}>
        <Panes />
      </div>
    );
    const first = await render(room(700));
    await expect.poll(() => width(first)).toBe(160);
    await first.unmount();
    const same = await render(room(700));
    expect(width(same)).toBe(160);
    await same.unmount();
    const other = await render(room(500));
    await expect.poll(() => width(other)).toBe(160);
  });

  it('go back to their own size by a double click, and are of another size in another view', async () => {
    const inView = (view: string) => (
      <div style={{ height: 200, width: 700 }}>
        <Panes view={view} />
      </div>
    );
    const screen = await render(inView('rules'));
    await expect.poll(() => width(screen)).toBe(160);
    const handle = screen.getByRole('separator', { name: 'Resize Inspector' });
    handle.element().focus();
    await userEvent.keyboard('{Home}');
    await expect.poll(() => width(screen)).toBe(240);
    await screen.rerender(inView('memories'));
    await expect.poll(() => width(screen)).toBe(160);
    await screen.rerender(inView('rules'));
    await expect.poll(() => width(screen)).toBe(240);
    await handle.dblClick();
    await expect.poll(() => [width(screen), keptPanes()]).toEqual([160, {}]);
  });

  it('close and open by Enter, and what is closed takes no focus', async () => {
    const change = vi.fn();
    const screen = await show(change);
    screen.getByRole('separator', { name: 'Resize Inspector' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('In Inspector')).not.toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('In Inspector')).toBeVisible();
    expect(change.mock.calls.map(([open]) => open)).toEqual(expect.arrayContaining([false, true]));
  });
});

function Fragile({ health }: { readonly health: { readonly isWell: boolean } }) {
  if (!health.isWell) throw new Error('No such rule.');
  return <p>The rule</p>;
}

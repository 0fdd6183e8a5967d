import { Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { atRest } from '../../test/support/at-rest.ts';
import { checkControls, longText, seriousFindings } from '../../test/support/control-states.tsx';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import { Dialog } from './Dialog.tsx';
import { ListActions } from './ListActions.tsx';
import { Menu, type MenuEntry } from './Menu.tsx';
import { NumberField } from './NumberField.tsx';
import { Segmented } from './Segmented.tsx';
import { TagField } from './TagField.tsx';
import { TextField } from './TextField.tsx';
import { ToastRegion } from './ToastRegion.tsx';
import { ValueField } from './ValueField.tsx';

const nothing = () => undefined;

checkControls({
  ListActions: {
    plain: <ListActions hasSelected noun="sample" onDelete={nothing} onDuplicate={nothing} onNew={nothing} />,
    'nothing selected': (
      <ListActions hasSelected={false} noun="test" onDelete={nothing} onDuplicate={nothing} onNew={nothing} />
    ),
  },
  Menu: {
    plain: <Menu entries={[]} name="More for this rule" />,
    'own trigger': <Menu entries={[]} name="Add step" trigger="Add step" />,
  },
  ToastRegion: {
    plain: (
      <ToastRegion
        onDismiss={nothing}
        toasts={[
          { id: 'a', kind: 'info', message: 'Saved', action: { label: 'Undo', run: nothing } },
          { id: 'b', kind: 'error', message: longText },
        ]}
      />
    ),
  },
});

describe.each(['light', 'dark'])('in the %s theme', theme => {
  it.each([
    [
      'a window',
      <Dialog actions={<Button type="submit">Save</Button>} key="d" onClose={nothing} title="New rule">
        <TextField label="Name" onChange={nothing} value="" />
      </Dialog>,
    ],
    [
      'a question',
      <ConfirmDialog
        confirmLabel="Delete"
        key="c"
        onClose={nothing}
        onConfirm={nothing}
        title="Delete glossary?"
      >
        {longText}
      </ConfirmDialog>,
    ],
    [
      'a menu under the pointer',
      <ContextMenu entries={menuEntries(nothing)} key="m" name="Rule" onClose={nothing} x={40} y={40} />,
    ],
  ])('axe accepts %s', async (_, overlay) => {
    document.documentElement.dataset.theme = theme;
    const screen = await render(overlay);
    await expect
      .element(screen.getByRole(/menu/.test(_) ? 'menu' : _ === 'a window' ? 'dialog' : 'alertdialog'))
      .toBeVisible();
    // What appears by degrees has its colours once it is there.
    await atRest();
    expect(await seriousFindings()).toEqual([]);
  });
});

describe('a window', () => {
  it.each(['{Escape}', 'Close'])('closes by %s and gives the focus back', async way => {
    const screen = await render(<Opened onSubmit={nothing} />);
    await screen.getByRole('button', { name: 'Open' }).click();
    const dialog = screen.getByRole('dialog', { name: 'New rule' });
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    if (way === '{Escape}') await userEvent.keyboard(way);
    else await screen.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  const choice = [
    { value: 'a', label: 'Mine' },
    { value: 'b', label: 'On disk' },
  ];
  it.each<[string, ComponentProps<typeof Dialog>['children'], (() => void) | undefined, number]>([
    ['that is only read closes', longText, undefined, 1],
    ['that only asks closes', longText, nothing, 1],
    ['to search in closes', <input key="a" />, undefined, 1],
    ['that something is typed in stays', <input key="a" />, nothing, 0],
    [
      'that something is chosen in stays',
      <Segmented key="a" label="Version" onChange={nothing} options={choice} value="a" />,
      nothing,
      0,
    ],
  ])('%s at a press outside', async (_, children, onSubmit, closes) => {
    const close = vi.fn();
    await render(
      <Dialog onClose={close} title="Rule" {...(onSubmit && { onSubmit })}>
        {children}
      </Dialog>,
    );
    await userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true });
    expect(close).toHaveBeenCalledTimes(closes);
  });

  it.each(['{Enter}', '{Control>}{Enter}{/Control}'])('is submitted by %s in a field', async keys => {
    const submit = vi.fn();
    const screen = await render(<Opened onSubmit={submit} />);
    await screen.getByRole('button', { name: 'Open' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard(keys);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('submits by Mod+Enter what is being typed as well', async () => {
    const submit = vi.fn();
    const screen = await render(<WithTags onSubmit={submit} />);
    await userEvent.fill(screen.getByRole('combobox', { name: 'Tags' }), 'urgent');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(submit.mock.calls).toEqual([[['urgent']]]);
    await expect.element(screen.getByRole('combobox', { name: 'Tags' })).toHaveFocus();
  });

  it('keeps Tab within itself', async () => {
    const screen = await render(<Opened onSubmit={nothing} />);
    await screen.getByRole('button', { name: 'Open' }).click();
    const dialog = await screen.getByRole('dialog').findElement();
    for (let tabs = 0; tabs < 5; tabs += 1) {
      await userEvent.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
  });

  it('that asks does what its button says, or nothing', async () => {
    const [confirm, close] = [vi.fn(), vi.fn()];
    const screen = await render(
      <ConfirmDialog
        confirmLabel="Delete memory"
        onClose={close}
        onConfirm={confirm}
        title="Delete glossary?"
      >
        It is used by 2 rules.
      </ConfirmDialog>,
    );
    await expect.element(screen.getByRole('alertdialog', { name: 'Delete glossary?' })).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await screen.getByRole('button', { name: 'Delete memory' }).click();
    expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  });
});

function menuEntries(run: (id: string) => void): (MenuEntry | 'separator')[] {
  const entry = (id: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    label: id,
    run: () => run(id),
    ...more,
  });
  return [
    entry('Duplicate', { keys: 'Mod+D' }),
    entry('Mute', { disabled: true }),
    'separator',
    entry('Delete', { tone: 'danger', icon: Trash2, description: 'Can be undone' }),
  ];
}

describe('a menu', () => {
  it('opens by key, passes what is disabled, runs what is chosen and closes', async () => {
    const ran = vi.fn();
    const screen = await render(<Menu entries={menuEntries(ran)} name="More for this rule" />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menuitem', { name: 'Duplicate' })).toHaveFocus();
    await expect
      .element(screen.getByRole('menuitem', { name: 'Mute' }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(screen.getByRole('menuitem', { name: 'Delete' }))
      .toHaveAccessibleDescription('Can be undone');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    expect(ran.mock.calls).toEqual([['Delete']]);
    await expect.element(screen.getByRole('button', { name: 'More for this rule' })).toHaveFocus();
  });

  it('under the pointer has the focus at once, and closes at Escape', async () => {
    const close = vi.fn();
    const screen = await render(
      <ContextMenu entries={menuEntries(nothing)} name="Rule" onClose={close} x={40} y={40} />,
    );
    await expect.element(screen.getByRole('menuitem', { name: 'Duplicate' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalled();
  });
});

it('a message is read out as what it is, acted on, and dismissed', async () => {
  const [run, dismiss] = [vi.fn(), vi.fn()];
  const screen = await render(
    <ToastRegion
      onDismiss={dismiss}
      toasts={[
        { id: 'a', kind: 'info', message: 'Saved', action: { label: 'Undo', run } },
        { id: 'b', kind: 'error', message: 'The disk is full' },
      ]}
    />,
  );
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^Saved/);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The disk is full');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  expect([run.mock.calls.length, dismiss.mock.calls]).toEqual([1, [['a'], ['b']]]);
});

function Opened({ onSubmit }: { readonly onSubmit: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {isOpen ? (
        <Dialog
          actions={<Button type="submit">Save</Button>}
          onClose={close}
          onSubmit={onSubmit}
          title="New rule"
        >
          <TextField autoFocus label="Name" onChange={nothing} value="" />
        </Dialog>
      ) : null}
    </>
  );
}

describe('a window in which something was typed', () => {
  const asks = page.getByRole('region', { name: 'Discard what you typed?' });
  const field = page.getByRole('combobox', { name: 'Tags' });
  const typing = async (keys: string) => {
    const close = vi.fn();
    await render(<WithTags onClose={close} onSubmit={() => new Promise(() => {})} />);
    await field.click();
    await userEvent.keyboard(keys);
    return close;
  };

  it('and taken back, or sent, closes at Escape', async () => {
    for (const [times, keys] of ['a{Backspace}', 'a{Control>}{Enter}{/Control}'].entries()) {
      const close = await typing(keys);
      await userEvent.keyboard('{Escape}');
      expect([times, close.mock.calls.length]).toEqual([times, 1]);
      await cleanup();
    }
  });

  it.each(['{Escape}', 'Close'])('asks at %s before it goes with what became tags as well', async way => {
    const close = await typing('urgent{Enter}');
    const leave = () =>
      way === '{Escape}' ? userEvent.keyboard(way) : page.getByRole('button', { name: way }).click();
    await leave();
    await expect.element(asks.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    expect(await seriousFindings()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(asks).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await leave();
    await field.click();
    await expect.element(asks).not.toBeInTheDocument();
    expect(close).not.toHaveBeenCalled();
    await leave();
    await asks.getByRole('button', { name: 'Discard it' }).click();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

interface WithTagsProps {
  readonly onSubmit: (tags: readonly string[]) => unknown;
  readonly onClose?: () => void;
}

function WithTags({ onSubmit, onClose = nothing }: WithTagsProps) {
  const [tags, setTags] = useState<string[]>([]);
  return (
    <Dialog onClose={onClose} onSubmit={() => onSubmit(tags)} title="New rule">
      <TagField label="Tags" onChange={setTags} values={tags} />
    </Dialog>
  );
}

function Asking({ onSubmit }: { readonly onSubmit: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>({ a: 1 });
  return (
    <Dialog
      actions={<Button type="submit">Save</Button>}
      onClose={nothing}
      onSubmit={() => onSubmit(value)}
      title="Value"
    >
      <ValueField label="Value" onChange={setValue} value={value} />
    </Dialog>
  );
}

it('a window is not submitted while what stands in a field is no number', async () => {
  const submit = vi.fn();
  await render(
    <Dialog actions={<Button type="submit">Save</Button>} onClose={nothing} onSubmit={submit} title="Value">
      <NumberField label="Iteration" onChange={nothing} value={1} />
    </Dialog>,
  );
  const field = page.getByRole('spinbutton', { name: 'Iteration' });
  await userEvent.fill(field, '1x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('1x');
  expect(submit).not.toHaveBeenCalled();
});

it('a window is not submitted while what stands in a field is not taken over, and shows which', async () => {
  const submit = vi.fn();
  await render(<Asking onSubmit={submit} />);
  const field = page.getByRole('textbox', { name: 'Value' });
  await field.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}5x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('5x');
  expect(submit).not.toHaveBeenCalled();
  await userEvent.fill(field, '{"a": 2}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => submit.mock.calls).toEqual([[{ a: 2 }]]);
});

import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel, someFrames } from '../../../../test/support/control-states.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { takeOverTyped } from '../../../ui/take-over-typed.ts';
import { ValueControl } from './ValueControl.tsx';
import type { ValueControlProps } from './value-control-props.ts';

const told = 'Fix the login,  then deploy';

interface BenchProps extends Partial<ValueControlProps> {
  readonly onValues?: (values: unknown) => void;
}

function Bench({ onValues, value: first, ...props }: BenchProps) {
  const [value, setValue] = useState(first);
  const change = (next: unknown) => {
    setValue(next);
    onValues?.(next);
  };
  return (
    <ValueControl
      actual={undefined}
      isBegun={false}
      onSettle={undefined}
      onChange={change}
      operator="in"
      seen={[{ value: told, places: [] }]}
      type="string"
      {...props}
      value={value}
    />
  );
}

it('a value that was seen is added as it is, and a comma within quotes is a letter', async () => {
  const seen: { values?: unknown } = {};
  const screen = await showPanel(
    <Bench
      value={[]}
      onValues={values => {
        seen.values = values;
      }}
    />,
  );
  const field = screen.getByRole('combobox', { name: 'Add a value' });
  await field.click();
  await screen.getByRole('option', { name: /^Fix the login/ }).click();
  await expect.poll(() => seen.values).toEqual([told]);
  await field.click();
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('"Berlin, Germany",Bonn,');
  await expect.poll(() => seen.values).toEqual([told, 'Berlin, Germany', 'Bonn']);
});

it('a list that is half typed is there, with what is wrong, when its field was left', async () => {
  const screen = await showPanel(<Bench operator="eq" type="array" value={['a']} />);
  const field = screen.getByRole('textbox');
  await userEvent.fill(field, '["a", "b');
  await userEvent.tab();
  await expect.element(field).toHaveValue('["a", "b');
  await expect.element(field).toHaveAccessibleDescription('This is not JSON yet.');
});

it('an object that nothing is said of yet is an empty field', async () => {
  const screen = await showPanel(<Bench isBegun operator="eq" type="object" />);
  await expect.element(screen.getByRole('textbox', { name: 'Value as JSON' })).toHaveValue('');
});

it('any value of a list is removed by key, and nothing else is', async () => {
  const [removed, elsewhere] = [vi.fn(), vi.fn()];
  const screen = await showPanel(<Bench onValues={removed} value={['a', 5, '5']} />);
  window.addEventListener('keydown', elsewhere);
  // Where Tab begins, the test before has decided: it has left the page.
  const first = screen.getByRole('row', { name: 'a' });
  await expect.element(first).toBeVisible();
  const row = first.element();
  if (row instanceof HTMLElement) row.focus();
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Delete}');
  window.removeEventListener('keydown', elsewhere);
  expect(removed.mock.calls).toEqual([[['a', '5']]]);
  expect(elsewhere.mock.calls.filter(([{ key }]) => key === 'Delete')).toEqual([]);
  await expect.element(screen.getByRole('row', { name: '"5"' })).toHaveFocus();
});

it('JSON stays JSON until its field is left, whatever it is on the way, and for who saves by key', async () => {
  const values = vi.fn();
  const screen = await showPanel(<Bench onValues={values} operator="eq" type="object" value={{ a: 1 }} />);
  const field = screen.getByRole('textbox', { name: 'Value as JSON' });
  await field.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}5');
  expect(values).toHaveBeenLastCalledWith(5);
  takeOverTyped();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}56 ');
  await expect.element(field).toHaveFocus();
  expect(values).toHaveBeenLastCalledWith(56);
});

it('JSON that is none yet waits at its place, and nowhere else', async () => {
  const at = (place: string) => (
    <FieldPlace value={{ at: place }}>
      <Bench key={place} operator="eq" type="object" value={{ a: 1 }} />
    </FieldPlace>
  );
  const screen = await showPanel(at('one'));
  const field = screen.getByRole('textbox', { name: 'Value as JSON' });
  await userEvent.fill(field, '{ "a": 1, "b": ');
  await screen.rerender(at('other'));
  await expect.element(field).toHaveValue('{ "a": 1 }');
  await screen.rerender(at('one'));
  await expect.element(field).toHaveValue('{ "a": 1, "b": ');
  await expect.element(field).toHaveAccessibleDescription('This is not JSON yet.');
});

it('JSON that is none yet stays in its field where the text before was a number, and is gone with the choice of a type', async () => {
  const at = (place: string) => (
    <FieldPlace value={{ at: place }}>
      <Bench key={place} operator="eq" type="object" value={{ a: 1 }} />
    </FieldPlace>
  );
  const screen = await showPanel(at('five'));
  const field = screen.getByRole('textbox', { name: 'Value as JSON' });
  await field.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}5x');
  await userEvent.tab();
  await expect.element(field).toHaveValue('5x');
  await expect.element(field).toHaveAccessibleDescription('This is not JSON yet.');
  await screen.getByRole('button', { name: /^Type of the value/ }).click();
  await screen.getByRole('menuitem', { name: /^Number/ }).click();
  await expect.element(screen.getByRole('spinbutton')).toHaveValue('5');
});

it('who saves by key from a field with a list finds the list closed, and the cursor where it was', async () => {
  const screen = await showPanel(<Bench value={[]} />);
  const field = screen.getByRole('combobox', { name: 'Add a value' });
  await field.click();
  await expect.element(screen.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  takeOverTyped();
  await someFrames();
  await expect.element(field).toHaveFocus();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});

import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { ValueControl } from './ValueControl.tsx';

const told = 'Fix the login,  then deploy';

function Bench({ onValues }: { readonly onValues: (values: unknown) => void }) {
  const [value, setValue] = useState<unknown>([]);
  const change = (next: unknown) => {
    setValue(next);
    onValues(next);
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
      value={value}
    />
  );
}

it('a value that was seen is added as it is, and a comma within quotes is a letter', async () => {
  const seen: { values?: unknown } = {};
  const screen = await showPanel(
    <Bench
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

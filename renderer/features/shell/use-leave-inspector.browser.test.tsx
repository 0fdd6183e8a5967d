import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../../../test/support/control-states.tsx';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { useLeaveInspector } from './LateListeners.tsx';

const options = [{ value: 'addVar.phase' }, { value: 'addVar.risk' }];

function Bench() {
  useLeaveInspector();
  const [field, setField] = useState('');
  return (
    <>
      <div data-region="Editor">
        <button type="button">Canvas</button>
      </div>
      <div data-region="Inspector">
        <ComboBox label="Field" onChange={setField} openOnFocus options={options} value={field} />
      </div>
    </>
  );
}

it.each([
  ['all', ''],
  ['what was typed', 'addVar.'],
])(
  'Escape closes a list of %s alone, and leads from its field to the editor once none is open',
  async (_, keys) => {
    const screen = await showPanel(<Bench />);
    const field = screen.getByRole('combobox', { name: 'Field' });
    await field.click();
    await expect.element(screen.getByRole('listbox')).toBeVisible();
    if (keys) await userEvent.keyboard(keys);
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Canvas' })).toHaveFocus();
  },
);

import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { TagField } from '../../ui/TagField.tsx';
import { LateListeners } from './LateListeners.tsx';

/** Fields with keys of their own, as they stand in the studio. */
function Bench({ onKey }: { readonly onKey: (field: string) => void }) {
  return (
    <>
      <LateListeners />
      <div data-testid="tags">
        <TagField label="Tags" onChange={() => onKey('tags')} values={['a']} />
      </div>
      <div data-testid="choice">
        <ComboBox label="Choice" onChange={() => {}} onEnter={() => onKey('choice')} options={[]} value="b" />
      </div>
      <div data-testid="words">
        <textarea aria-label="Words" onKeyDown={() => onKey('words')} />
      </div>
    </>
  );
}

it.each(['tags', 'choice', 'words'])(
  'the Enter that ends the composing of a word is not heard by %s; the next one is',
  async name => {
    const heard = vi.fn();
    const screen = await render(<Bench onKey={heard} />);
    const field = screen.getByTestId(name).element().querySelector<HTMLInputElement>('input, textarea');
    if (!field) throw new Error(`no field for ${name}`);
    field.focus();
    document.execCommand('insertText', false, '語');
    await expect.poll(() => field.value).not.toBe('');
    const press = (how: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how }));
    for (const how of [{ isComposing: true }, { keyCode: 229 }]) press(how);
    expect(heard).not.toHaveBeenCalled();
    press({});
    await expect.poll(() => heard.mock.calls).toEqual([[name]]);
  },
);

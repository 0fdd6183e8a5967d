import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { edit, undo } from '../../stores/documents.ts';
import { useInterruptions } from '../../stores/interruptions.ts';
import { loadProject } from '../../stores/project.ts';
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

it('what could not be saved is told of for as long as it is unsaved', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  await render(<LateListeners />);
  const [one, two] = sampleFiles.engines.map(({ id }) => ({ kind: 'engines' as const, id }));
  if (!one || !two) throw new Error('the sample project has none');
  for (const { id } of [one, two])
    edit('rename', draft => {
      const engine = draft.engines[id];
      if (engine) engine.name = 'Another name';
    });
  useInterruptions.setState({ failedSave: { documents: [one, two], reasons: ['The disk is full.'] } });
  undo();
  expect(useInterruptions.getState().failedSave?.documents).toEqual([one]);
  undo();
  expect(useInterruptions.getState().failedSave).toBeUndefined();
});

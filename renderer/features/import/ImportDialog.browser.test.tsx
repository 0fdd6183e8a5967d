import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { someFrames } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { closeDialog, type ImportFile, openDialog } from '../../stores/dialogs.ts';
import { useToasts } from '../../stores/toasts.ts';
import { DropImport } from './DropImport.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const file = (path: string, read: ImportFile['read']): ImportFile => ({ path, bytes: 4, read });

it('is back at the choice of files once their reading is stopped, and says that nothing was stored', async () => {
  fakeWeft({ 'imports.cancel': { cancelled: false } });
  const { promise } = Promise.withResolvers<ArrayBuffer>();
  await render(<ImportDialog files={[file('guides/a.md', () => promise)]} />);
  await expect.element(page.getByText(/^Reading files/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped. Nothing was stored.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});

const noted = {
  id: 'a',
  source: 'document' as const,
  file: 'a.md',
  name: 'a.md',
  makes: [{ kind: 'document' as const, id: 'a.md' }],
  change: 'created' as const,
  notes: [],
};
const readable = (path: string) => file(path, async () => new TextEncoder().encode('text').buffer);
const imports = (weft: FakeWeft) =>
  weft.asked.map(({ name }) => name).filter(name => name.startsWith('imports.'));

function heldImport(nextPreview?: Promise<void>) {
  const held = Promise.withResolvers<void>();
  let previews = 0;
  const weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'documents.list': { documents: [], collections: [] },
    'imports.cancel': { cancelled: true },
    'imports.preview': async () => {
      previews += 1;
      if (previews > 1) await nextPreview;
      return { items: [noted], refused: [] };
    },
    'imports.apply': async () => {
      await held.promise;
      return { items: [noted], not_chosen: [], refused: [] };
    },
  });
  return { weft, finish: () => held.resolve() };
}

it('imports what the preview in sight shows, and no late preview stops it', async () => {
  const nextPreview = Promise.withResolvers<void>();
  const { weft, finish } = heldImport(nextPreview.promise);
  await render(<ImportDialog files={[readable('guides/a.md')]} />);
  const submit = page.getByRole('button', { name: 'Import 1 item' });
  await expect.element(submit).toBeEnabled();
  // Typed and submitted sooner than the preview of what is typed is there.
  page.getByRole('combobox', { name: 'Documents go to collection' }).element().focus();
  document.execCommand('insertText', false, 'x');
  await someFrames();
  document.querySelector('form')?.requestSubmit();
  nextPreview.resolve();
  await submit.click();
  await expect.poll(() => imports(weft)).toEqual(['imports.preview', 'imports.preview', 'imports.apply']);
  finish();
  await expect.element(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  expect(imports(weft)).toEqual(['imports.preview', 'imports.preview', 'imports.apply']);
});

it('reads files that are dropped while it is open, but lets no drop stop an import', async () => {
  const { weft, finish } = heldImport();
  const screen = await render(<ImportDialog collection="mine" files={[]} />);
  await screen.rerender(<ImportDialog files={[readable('guides/a.md')]} />);
  await page.getByRole('button', { name: 'Import 1 item' }).click();
  await expect.poll(() => imports(weft)).toEqual(['imports.preview', 'imports.apply']);
  await screen.rerender(<ImportDialog files={[readable('guides/b.md')]} />);
  await expect
    .poll(() => useToasts.getState().toasts.map(({ message }) => message))
    .toEqual(['An import is under way. Drop these files again once it is done.']);
  finish();
  await expect.element(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  await screen.rerender(<ImportDialog files={[readable('guides/c.md')]} />);
  await expect.element(page.getByRole('button', { name: 'Import 1 item' })).toBeEnabled();
  expect(weft.asked.filter(({ name }) => name === 'imports.preview').map(({ input }) => input)).toMatchObject(
    [
      { collection: 'mine', files: [{ name: 'a.md', text: 'text' }] },
      { collection: 'mine', files: [{ name: 'c.md', text: 'text' }] },
    ],
  );
});

it('files that are dropped beside another window do not take the place of what is typed there', async () => {
  const onFiles = vi.fn();
  await render(<DropImport onFiles={onFiles} />);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['text'], 'a.md'));
  openDialog({ kind: 'newEngine' });
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  await expect
    .poll(() => useToasts.getState().toasts.map(({ message }) => message))
    .toContain('A window is open. Drop these files again once it is closed.');
  expect(onFiles).not.toHaveBeenCalled();
  closeDialog();
});

import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FindBar } from './FindBar.tsx';

/** A window whose editor may come after the words. */
function Bench({ editor }: { readonly editor: string }) {
  return (
    <>
      <FindBar />
      <main>
        <div data-region="Editor">
          <p>{editor}</p>
        </div>
        <div data-region="Drawer">
          <p>a ferry in the drawer</p>
        </div>
        <button type="button">Elsewhere</button>
      </main>
    </>
  );
}

/** The part that holds the place which was gone to, once all letters were looked for. */
function shownIn(): string | null | undefined {
  const [place] = CSS.highlights.get('find-current') ?? [];
  if (!(place instanceof Range) || place.toString() !== 'ferry') return undefined;
  return place.startContainer.parentElement?.closest('[data-region]')?.getAttribute('data-region');
}

it('goes to the editor also where its words come later, and says which of how many it is', async () => {
  const screen = await render(<Bench editor="" />);
  await userEvent.keyboard('ferry');
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 1');
  await expect.poll(shownIn).toBe('Drawer');
  await screen.rerender(<Bench editor="the last ferry" />);
  await expect.poll(shownIn).toBe('Editor');
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 2');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownIn).toBe('Drawer');
});

it('stays where somebody has stepped to', async () => {
  const screen = await render(<Bench editor="" />);
  await userEvent.keyboard('ferry');
  await expect.poll(shownIn).toBe('Drawer');
  await userEvent.keyboard('{Enter}');
  await screen.rerender(<Bench editor="the last ferry" />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 2');
  expect(shownIn()).toBe('Drawer');
});

it('stays where it is while somebody does something else', async () => {
  const screen = await render(<Bench editor="" />);
  await userEvent.keyboard('ferry');
  await expect.poll(shownIn).toBe('Drawer');
  await screen.getByRole('button', { name: 'Elsewhere' }).click();
  await screen.rerender(<Bench editor="the last ferry" />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 2');
  expect(shownIn()).toBe('Drawer');
});

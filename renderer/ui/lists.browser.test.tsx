import { Inbox } from 'lucide-react';
import { GridList, GridListItem } from 'react-aria-components';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { checkControls, longText, someFrames, someOf } from '../../test/support/control-states.tsx';
import { Badge } from './Badge.tsx';
import { BrokenDocument } from './BrokenDocument.tsx';
import { BrokenFileList } from './BrokenFileList.tsx';
import { BrokenFiles } from './BrokenFiles.tsx';
import { CheckList } from './CheckList.tsx';
import { EmptyState } from './EmptyState.tsx';
import { beginFinding } from './findable.ts';
import { ItemList, type ListItem } from './ItemList.tsx';
import { ListFigure, ListNote, ListPanel } from './ListPanel.tsx';
import { LongList } from './LongList.tsx';
import { PanelHeader } from './PanelHeader.tsx';
import { RowList, RowPlace } from './RowList.tsx';
import { SearchedList } from './SearchedList.tsx';
import { TextLink } from './TextLink.tsx';
import { useGrowing } from './use-growing.tsx';

const nothing = () => undefined;
const items: ListItem[] = [
  { id: 'a', title: 'architecture-docs', subtitle: 'Knowledge', end: <Badge>2</Badge> },
  { id: 'b', title: longText, subtitle: 'State', muted: true },
];
const many = (count: number): ListItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, title: `memory-${index}` }));
const checks = [
  { id: 'a', title: 'glossary.md', subtitle: 'docs', notes: ['becomes a memory'], fixed: false },
  { id: 'b', title: longText, notes: [longText], fixed: false },
  { id: 'c', title: 'README.md', notes: ['left out'], fixed: true },
];
const broken = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: `engines/rules-${index}.json`,
    line: 3,
    reason: longText,
  }));

checkControls({
  BrokenDocument: {
    plain: (
      <BrokenDocument onShow={nothing} problem={{ file: 'engines/a.json', line: 2, reason: 'No comma.' }} />
    ),
  },
  BrokenFileList: { plain: <BrokenFileList files={broken(7)} onShow={nothing} /> },
  CheckList: {
    'to choose': (
      <div style={{ height: 300, display: 'flex', flexDirection: 'column' }}>
        <CheckList chosen={new Set(['a'])} items={checks} label="Files to import" onChange={nothing} />
      </div>
    ),
  },
  EmptyState: {
    plain: (
      <EmptyState
        actions={<TextLink onPress={nothing}>New memory</TextLink>}
        icon={Inbox}
        title="No memories yet"
      >
        A memory is what a rule adds.
      </EmptyState>
    ),
    'long text': (
      <EmptyState icon={Inbox} title={longText}>
        {longText}
      </EmptyState>
    ),
  },
  ItemList: {
    plain: <ItemList items={items} label="Memories" onSelect={nothing} selectedId="a" />,
    empty: (
      <ItemList
        empty={<p>Nothing here.</p>}
        items={[]}
        label="Memories"
        onSelect={nothing}
        selectedId={undefined}
      />
    ),
  },
  ListPanel: {
    plain: (
      <ListPanel label="List">
        <ListNote>{longText}</ListNote>
        <ListFigure title="tokens">1,180</ListFigure>
      </ListPanel>
    ),
  },
  PanelHeader: {
    panel: (
      <PanelHeader actions={<TextLink onPress={nothing}>More</TextLink>} level="panel" title="Inspector" />
    ),
    group: <PanelHeader title={longText} />,
    label: <PanelHeader level="label" title="Scopes" />,
  },
  RowList: {
    'more than are shown at once': (
      <RowList keyOf={({ id }) => id} label="Problems" rows={[...items, ...many(60)]}>
        {({ title }) => (
          <>
            <Badge>Error</Badge>
            <span>{title}</span>
            <RowPlace>
              <TextLink onPress={nothing}>{title}</TextLink>
            </RowPlace>
          </>
        )}
      </RowList>
    ),
  },
  SearchedList: {
    plain: (
      <SearchedList
        actions={<TextLink onPress={nothing}>New contract</TextLink>}
        items={items}
        none="No contracts yet."
        onSearch={nothing}
        onSelect={nothing}
        search=""
        selectedId="a"
        title="Contracts"
      />
    ),
    'nothing matches': (
      <SearchedList
        actions={null}
        items={[]}
        none="No contracts yet."
        onSearch={nothing}
        onSelect={nothing}
        search="x"
        selectedId={undefined}
        title="Contracts"
      />
    ),
  },
});

it('a list is walked by arrows, chooses what is come to, and leaves letters free', async () => {
  const [select, key] = [vi.fn(), vi.fn()];
  document.addEventListener('keydown', key, { once: true });
  const screen = await render(<ItemList items={items} label="Memories" onSelect={select} selectedId="a" />);
  await expect
    .element(screen.getByRole('row', { name: 'architecture-docs' }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(select.mock.calls).toEqual([['b']]);
  await userEvent.keyboard('n');
  expect(key).toHaveBeenCalled();
  expect(select).toHaveBeenCalledTimes(1);
});

it('a dragged row fills the transfer', async () => {
  const start = vi.fn();
  const screen = await render(
    <ItemList items={items} label="Memories" onDragStart={start} onSelect={nothing} selectedId={undefined} />,
  );
  const row = (await screen.getByText('architecture-docs').findElement()).closest('[draggable=true]');
  row?.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() }));
  expect(start).toHaveBeenCalledWith('a', expect.any(DataTransfer));
});

it.each(someOf([5000, 100]))(
  'a list of %i draws what is in sight, and its end is come to by key',
  async count => {
    const select = vi.fn();
    const screen = await render(
      <div style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
        <ItemList items={many(count)} label="Memories" onSelect={select} selectedId="m0" />
      </div>,
    );
    const rows = () => screen.getByRole('row').elements().length;
    await expect
      .poll(rows)
      .toSatisfy((drawn: number) => drawn > 5 && drawn <= 100 && (count === 100 || drawn < 60));
    await userEvent.tab();
    await userEvent.keyboard('{End}');
    await expect.element(screen.getByRole('row', { name: `memory-${count - 1}` })).toBeVisible();
    expect(select).toHaveBeenLastCalledWith(`m${count - 1}`);
  },
);

it.each(someOf([5000, 90]))(
  'of a list of %i what is chosen is in sight, and left alone where the user scrolls',
  async count => {
    const list = (selected: string) => (
      <div style={{ height: 300, overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
        <ItemList items={many(count)} label="Memories" onSelect={nothing} selectedId={selected} />
      </div>
    );
    const screen = await render(list(`m${count - 1}`));
    await expect.element(screen.getByRole('row', { name: `memory-${count - 1}` })).toBeInViewport();
    await screen.rerender(list('m40'));
    await expect.element(screen.getByRole('row', { name: 'memory-40', exact: true })).toBeInViewport();
    await screen.rerender(list('m41'));
    const row = await screen
      .getByRole('row', { name: 'memory-41', selected: true, exact: true })
      .findElement();
    // It is looked for in the next frames, at most so many.
    await someFrames();
    const box = count > 100 ? row.closest('[role=grid]') : screen.container.firstElementChild;
    box?.scrollTo({ top: 0 });
    await screen.rerender(list('m41'));
    await expect.element(screen.getByRole('row', { name: 'memory-0', exact: true })).toBeInViewport();
  },
);

it('what draws long lists gives its list the rows in sight only', async () => {
  const screen = await render(
    <LongList rowHeight={30}>
      <GridList
        aria-label="Memories"
        items={many(90)}
        style={{ display: 'block', height: 200, overflow: 'auto' }}
      >
        {({ id, title }) => <GridListItem id={id}>{title}</GridListItem>}
      </GridList>
    </LongList>,
  );
  const drawn = () => screen.getByRole('row').elements().length;
  await expect.poll(drawn).toSatisfy((count: number) => count > 4 && count < 30);
});

const ninety = Array.from({ length: 90 }, (_, at) => `Entry ${at}`);

function Growing({ tag }: { readonly tag: 'li' | 'div' }) {
  const { shown, end } = useGrowing(ninety, 20, tag);
  const rows = shown.map(name => (
    <li key={name} style={{ height: 24 }}>
      {name}
    </li>
  ));
  return (
    <div style={{ height: 240, overflow: 'auto' }}>
      <ul>
        {rows}
        {tag === 'li' ? end : null}
      </ul>
      {tag === 'div' ? end : null}
    </div>
  );
}

it.each(['li', 'div'] as const)(
  'a list that ends in a %s grows as its end comes into sight, to its last entry; whoever looks for words has all of it',
  async tag => {
    const screen = await render(<Growing tag={tag} />);
    const drawn = () => screen.container.querySelectorAll('li:not([aria-hidden])').length;
    const box = screen.container.firstElementChild;
    await someFrames();
    expect(drawn()).toBe(20);
    await expect
      .poll(() => {
        box?.scrollTo({ top: box.scrollHeight });
        return drawn();
      })
      .toBe(90);
    await screen.unmount();
    const found = await render(<Growing tag={tag} />);
    beginFinding();
    await expect.element(found.getByText('Entry 89')).toBeInTheDocument();
  },
);

it('a list grows also where one call tells that its end was out of sight and is in sight now', async () => {
  class Batching implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element) {
      const moments = [false, true].map(isIntersecting => ({ isIntersecting, target }));
      // Of all that is told only these are asked for.
      queueMicrotask(() => this.#tell(moments as IntersectionObserverEntry[], this as never));
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Batching);
  const screen = await render(<Growing tag="li" />);
  await expect.element(screen.getByText('Entry 89')).toBeInTheDocument();
  vi.unstubAllGlobals();
});

it('ticks what may be chosen, one or all, and never what is fixed', async () => {
  const change = vi.fn();
  const screen = await render(
    <div style={{ display: 'flex', flexDirection: 'column', height: 300 }}>
      <CheckList chosen={new Set(['a'])} items={checks} label="Files" onChange={change} />
    </div>,
  );
  await screen.getByRole('row', { name: /^A very long/ }).click();
  await screen.getByRole('row', { name: 'README.md' }).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(change.mock.calls.map(([chosen]) => [...chosen])).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('without a choice nothing can be ticked', async () => {
  const screen = await render(
    <div style={{ display: 'flex', flexDirection: 'column', height: 300 }}>
      <CheckList items={checks} label="Files" />
    </div>,
  );
  await expect.element(screen.getByRole('row', { name: 'README.md' })).toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toEqual([]);
});

it('of files that cannot be read five are named with the reason, the others counted, and none is none', async () => {
  const show = vi.fn();
  const screen = await render(<BrokenFiles files={broken(7)} onShow={show} />);
  await expect.element(screen.getByRole('button', { name: 'rules-0.json' })).toBeVisible();
  expect(screen.getByRole('listitem').elements().length).toBe(6);
  await screen.getByRole('button', { name: 'and 2 more' }).click();
  expect(show).toHaveBeenCalledTimes(1);
  await screen.rerender(<BrokenFiles files={[]} onShow={show} />);
  expect(screen.container.textContent).toBe('');
});

it('a figure stands on the line of the title and leaves the subtitle the whole width', async () => {
  const item: ListItem = {
    id: 'a',
    title: 'project-conventions',
    subtitle: 'constraints · critical, in two rules',
    figure: <ListFigure>138</ListFigure>,
  };
  const screen = await render(
    <div style={{ width: 200 }}>
      <ItemList items={[item]} label="Memories" onSelect={nothing} selectedId={undefined} />
    </div>,
  );
  const place = (text: string) => screen.getByText(text).element().getBoundingClientRect();
  const [title, figure, subtitle] = [
    place('project-conventions'),
    place('138'),
    place('constraints · critical, in two rules'),
  ];
  expect(Math.abs(figure.bottom - title.bottom)).toBeLessThan(2);
  expect([figure.right, subtitle.left]).toEqual([subtitle.right, title.left]);
});

it('the first column of rows is as wide as its longest word, in all of them', async () => {
  const screen = await render(
    <RowList keyOf={word => word} label="Tests" rows={['bestanden', 'zwischendurch fehlgeschlagen']}>
      {word => (
        <>
          <span style={{ whiteSpace: 'nowrap' }}>{word}</span>
          <button type="button">Test</button>
        </>
      )}
    </RowList>,
  );
  const longest = screen.getByText('zwischendurch fehlgeschlagen').element();
  const starts = screen
    .getByRole('button')
    .elements()
    .map(next => next.getBoundingClientRect().left);
  expect(longest.scrollWidth).toBe(longest.clientWidth);
  expect(new Set(starts).size).toBe(1);
});

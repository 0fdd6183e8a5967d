import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { useAnnouncement } from '../../../stores/announcements.ts';
import { edit, undo, undoAll, useDocuments } from '../../../stores/documents.ts';
import { loadProject } from '../../../stores/project.ts';
import { duplicateAndShow, idsOfCurrentRules } from '../rule-actions.ts';
import { currentSelection, selectRule, selectTogether } from '../selection.ts';
import { RuleTable } from './RuleTable.tsx';

const engineId = 'table-rules';
const rule = (id: string, priority: number): ContextRule => ({
  id,
  name: `Rule ${id}`,
  priority,
  when: [{ field: 'addVar.phase', operator: 'eq', value: id }],
  then: { add_memories: [] },
});
const ids = ['a', 'b', 'c', 'd'];
const engine = {
  id: engineId,
  name: 'Table rules',
  description: '',
  enabled: true,
  rules: ids.map((id, at) => rule(id, 90 - at * 10)),
};

const rulesNow = () => useDocuments.getState().working.engines[engineId]?.rules ?? [];
const idsNow = () => rulesNow().map(({ id }) => id);
const stepsNow = () => useDocuments.getState().past.map(({ label }) => label);
const inSight = () => currentSelection().rule?.id;

/** The table with the focus in it, and the row that its keys go to. */
async function open() {
  const screen = await showPanel(
    <div style={{ height: 400 }}>
      <RuleTable engineId={engineId} />
    </div>,
  );
  const grid = screen.getByRole('grid', { name: 'Rules by variables' });
  const textOf = (cell: Element | null) => cell?.querySelector<HTMLElement>('[dir]')?.title;
  const active = () =>
    textOf(document.getElementById(grid.element().getAttribute('aria-activedescendant') ?? ''));
  const marked = () =>
    [...grid.element().querySelectorAll('[data-column="0"][aria-selected=true]')].map(textOf);
  grid.element().focus();
  return { screen, grid, active, marked };
}

beforeEach(async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: [engine], tests: [], contracts: [] }));
  await loadProject();
  selectRule({ engineId, ruleId: 'a' });
  return undoAll;
});

describe('the marked row', () => {
  it('is the rule that was chosen elsewhere, which keys then act on', async () => {
    selectRule({ engineId, ruleId: 'c' });
    const { active, marked } = await open();
    expect([active(), marked()]).toEqual(['Rule c', ['Rule c']]);
    await userEvent.keyboard('{Delete}');
    expect([idsNow(), inSight()]).toEqual([['a', 'b', 'd'], 'd']);
    await expect.poll(active).toBe('Rule d');
    undo();
    expect(idsNow()).toEqual(ids);
  });

  it('stays with its rule where the order of rows is another', async () => {
    const { screen, active, marked } = await open();
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(marked).toEqual(['Rule b', 'Rule c']);
    const head = screen.getByRole('columnheader', { name: 'Rule', exact: true }).getByRole('button');
    await head.click();
    await head.click();
    await expect.poll(marked).toEqual(['Rule c', 'Rule b']);
    expect([active(), idsOfCurrentRules()]).toEqual(['Rule c', ['b', 'c']]);
    edit('other priority', draft => Object.assign(draft.engines[engineId]?.rules[3] ?? {}, { priority: 99 }));
    await head.click();
    await expect.poll(active).toBe('Rule c');
  });

  it('sorts downwards by key as well', async () => {
    const { screen, grid } = await open();
    const names = () =>
      [...grid.element().querySelectorAll<HTMLElement>('[data-column="0"] [dir]')].map(({ title }) => title);
    await userEvent.click(screen.getByRole('button', { name: /Sort by/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Rule', exact: true }));
    const toggle = screen.getByRole('button', { name: 'Sort downwards' });
    await expect.element(toggle).toBeEnabled();
    toggle.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(ids.toReversed().map(id => `Rule ${id}`));
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(ids.map(id => `Rule ${id}`));
  });

  it('is none while a filter hides it: no key deletes another rule then', async () => {
    const { screen, grid, active } = await open();
    await screen.getByRole('textbox', { name: 'Filter rules' }).fill('Rule d');
    await expect.poll(active).toBeUndefined();
    grid.element().focus();
    await userEvent.keyboard('{Delete}x');
    expect([idsNow(), inSight()]).toEqual([ids, 'a']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(active).toBe('Rule d');
    expect(inSight()).toBe('d');
  });

  it('are those that are selected together, and what an undo takes away is none of them', async () => {
    selectTogether(engineId, ['rule:a', 'rule:c']);
    const { marked, active } = await open();
    expect(marked()).toEqual(['Rule a', 'Rule c']);
    duplicateAndShow(engineId, ['a', 'c']);
    await expect.poll(marked).toEqual(['Rule a copy', 'Rule c copy']);
    undo();
    await expect.poll(marked).toEqual(['Rule a']);
    expect(active()).toBe('Rule a');
  });

  it('goes over the headings of groups', async () => {
    edit('mute', draft => Object.assign(draft.engines[engineId]?.rules[1] ?? {}, { enabled: false }));
    const { screen, grid, active } = await open();
    await screen.getByRole('button', { name: /Group by/ }).click();
    await screen.getByRole('option', { name: 'State' }).click();
    await expect.element(grid.getByRole('rowheader', { name: /^on/ })).toBeVisible();
    grid.element().focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(active).toBe('Rule a');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.poll(active).toBe('Rule b');
    expect(await panelFindings()).toEqual([]);
  });
});

it('a cell that Enter leaves is one step, though it is read otherwise than it was written', async () => {
  const { screen, active } = await open();
  await userEvent.keyboard('{End}{F2}');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Tags' }), 'x,y');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rulesNow()[0]?.tags).toEqual(['x', 'y']);
  await expect.poll(inSight).toBe('b');
  expect([stepsNow(), active()]).toEqual([['edit cell'], '']);
});

it('what is pasted beyond the last row and column is told, and what is there is pasted', async () => {
  const { screen, grid } = await open();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{End}');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'x\ty\n\tz\nq\nr\n');
  grid
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  await expect
    .poll(() => rulesNow().map(({ tags }) => tags))
    .toEqual([undefined, undefined, ['x'], undefined]);
  await expect.element(screen.getByText(/^4 cells had no place/)).toBeVisible();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByText(/^4 cells had no place/)).not.toBeInTheDocument();
});

describe('a cell whose text is typed', () => {
  const cut = (id: string) =>
    edit('elsewhere', draft => {
      const rules = draft.engines[engineId]?.rules;
      rules?.splice(
        rules.findIndex(rule => rule.id === id),
        1,
      );
    });
  const clickOn = (grid: Element, row: number) =>
    userEvent.click(grid.querySelector(`[data-row="${row}"][data-column="1"]`) ?? document.body);

  it('goes with its rule, and keys and presses mean the table again', async () => {
    const { screen, grid, active } = await open();
    await userEvent.keyboard('{ArrowDown}{F2}');
    await userEvent.fill(screen.getByRole('textbox', { name: 'Rule' }), 'typed');
    cut('b');
    await expect.element(screen.getByRole('textbox', { name: 'Rule' })).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(grid.element());
    await userEvent.keyboard('{End}{ArrowUp}');
    const after = active();
    await clickOn(grid.element(), 2);
    await expect.poll(inSight).toBe('d');
    expect([after, idsNow()]).toEqual(['', ['a', 'c', 'd']]);
  });

  it('is written when it is scrolled away', async () => {
    edit('many', draft => {
      const rules = draft.engines[engineId]?.rules;
      for (let at = 0; at < 200; at += 1) rules?.push(rule(`more-${at}`, 1));
    });
    const { screen, grid } = await open();
    await userEvent.keyboard('{F2}');
    await userEvent.fill(screen.getByRole('textbox', { name: 'Rule' }), 'typed');
    grid.element().scrollTo({ top: 4000 });
    await expect.poll(() => rulesNow()[0]?.name).toBe('typed');
    await expect.poll(() => document.activeElement).toBe(grid.element());
  });

  it('does not replace what it became elsewhere meanwhile, which is told first', async () => {
    const { screen } = await open();
    await userEvent.keyboard('{F2}');
    const field = screen.getByRole('textbox', { name: 'Rule' });
    await userEvent.fill(field, 'mine');
    edit('elsewhere', draft => Object.assign(draft.engines[engineId]?.rules[0] ?? {}, { name: 'theirs' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAttribute('title', expect.stringContaining('theirs'));
    expect(rulesNow()[0]?.name).toBe('theirs');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rulesNow()[0]?.name).toBe('mine');
  });
});

describe('a column that goes away with its last condition', () => {
  const heads = (grid: Element) =>
    [...grid.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent);
  const columnsMarked = (grid: Element) =>
    [...grid.querySelectorAll<HTMLElement>('[data-row="0"][aria-selected=true]')].map(cell =>
      Number(cell.dataset.column),
    );
  const risk = { field: 'addVar.risk', operator: 'gte', value: 3 } as const;

  beforeEach(() => edit('ask for risk', draft => draft.engines[engineId]?.rules[0]?.when.push(risk)));

  it('leaves the cell in its place: the next Delete deletes no rule', async () => {
    const { grid } = await open();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Delete}');
    await expect.poll(() => heads(grid.element())).not.toContain('risk');
    expect(columnsMarked(grid.element())).toEqual([4]);
    await userEvent.keyboard('{Delete}');
    expect(idsNow()).toEqual(ids);
    undo();
    await expect.poll(() => heads(grid.element())).toContain('risk');
    expect(columnsMarked(grid.element())).toEqual([4]);
  });

  it('leaves the mark where it began, and not over the names', async () => {
    const { grid } = await open();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Delete}');
    await expect.poll(() => heads(grid.element())).not.toContain('risk');
    expect(columnsMarked(grid.element())).toEqual([4]);
    await userEvent.keyboard('{Delete}');
    expect(idsNow()).toEqual(ids);
  });

  it('leads to no name when its field is emptied', async () => {
    const { screen, grid, active } = await open();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{F2}');
    await userEvent.clear(screen.getByRole('textbox', { name: 'risk' }));
    await userEvent.keyboard('{Enter}');
    await expect.poll(inSight).toBe('b');
    expect([heads(grid.element()).includes('risk'), active()]).toEqual([false, '']);
  });
});

describe('a rule is moved where rows stand as they count', () => {
  const shown = (grid: Element) =>
    [...grid.querySelectorAll<HTMLElement>('[data-column="0"] [dir]')]
      .map(({ title }) => title.at(-1))
      .join('');

  it('by Mod with arrows, a step each, which are told and undone', async () => {
    const { grid, active } = await open();
    const said = () => useAnnouncement.getState().text;
    await userEvent.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control}');
    await expect.poll(() => shown(grid.element())).toBe('bcad');
    expect([active(), said(), stepsNow()]).toEqual([
      'Rule a',
      'Moved down.',
      ['move rule down', 'move rule down'],
    ]);
    await userEvent.keyboard('{Control>}{ArrowUp}{ArrowUp}{ArrowUp}{/Control}');
    await expect.poll(() => shown(grid.element())).toBe('abcd');
    expect([said(), stepsNow().length]).toEqual(['Moved up.', 4]);
    undo();
    await expect.poll(() => shown(grid.element())).toBe('bacd');
  });

  /** What the browser tells of a drag, which no pointer of a component's test begins. */
  function drag(from: Element, to: Element): void {
    const dataTransfer = new DataTransfer();
    const tell = (at: Element, name: string) =>
      at.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    tell(from, 'dragstart');
    // A place that takes it says so; else there is no drop.
    if (!tell(to, 'dragover')) tell(to, 'drop');
    tell(from, 'dragend');
  }

  it('by dragging its grip over several, as one step', async () => {
    const { grid } = await open();
    const grip = (row: number) =>
      grid.element().querySelector<HTMLElement>(`[data-row="${row}"] [draggable]`) ?? document.body;
    drag(grip(0), grip(2));
    await expect.poll(() => shown(grid.element())).toBe('bcad');
    drag(grip(3), grip(0));
    await expect.poll(() => shown(grid.element())).toBe('dbca');
    expect(stepsNow()).toEqual(['move rule down', 'move rule up']);
    expect(await panelFindings()).toEqual([]);
  });

  it('and not in another order, which is said', async () => {
    const { screen, grid } = await open();
    await screen.getByRole('textbox', { name: 'Filter rules' }).fill('Rule');
    await expect.poll(() => grid.element().querySelector('[draggable]')).toBeNull();
    grid.element().focus();
    await userEvent.keyboard('{Control>}{ArrowDown}{/Control}');
    expect(useAnnouncement.getState().text).toBe('Rules are moved where all stand as they count.');
    expect(stepsNow()).toEqual([]);
  });
});

import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { checkControls, longText } from '../../test/support/control-states.tsx';
import { BudgetSlider } from './BudgetSlider.tsx';
import { ChipGroup } from './ChipGroup.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';
import { Segmented } from './Segmented.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';

const nothing = () => undefined;
const options = [
  { value: 'none', label: 'None' },
  { value: 'some', label: 'Some' },
  { value: 'all', label: 'All' },
] as const;
const tabs = options.map(({ value, label }) => ({ id: value, label, content: <p>{label} of it</p> }));

checkControls({
  BudgetSlider: {
    plain: (
      <BudgetSlider
        cliffs={[{ limit: 900, label: 'notes#1 leaves below 900' }]}
        limit={1000}
        max={2000}
        onChange={nothing}
        sections={[{ section: 'knowledge', tokens: 800 }]}
        used={800}
      />
    ),
  },
  ChipGroup: {
    one: <ChipGroup choose="one" label="Section" onChange={nothing} options={options} selected={['none']} />,
    many: <ChipGroup label="Scopes" onChange={nothing} options={options} selected={['some', 'all']} />,
    'long text': (
      <ChipGroup
        label="Scopes"
        onChange={nothing}
        options={[{ value: 'a', label: 'A longer choice' }]}
        selected={[]}
      />
    ),
  },
  OperatorSelect: {
    'of a known type': <OperatorSelect onChange={nothing} operator="gt" type="number" />,
    'unusual for its type': <OperatorSelect onChange={nothing} operator="contains" type="boolean" />,
  },
  Segmented: { plain: <Segmented label="Amount" onChange={nothing} options={options} value="some" /> },
  Slider: {
    plain: <Slider label="Limit" max={100} min={0} onChange={nothing} value={30} />,
    'beyond its end': <Slider label="Limit" max={100} min={0} onChange={nothing} value={500} />,
  },
  Switch: {
    on: <Switch label="Active" on onChange={nothing} />,
    off: <Switch label="Active" labelHidden on={false} onChange={nothing} />,
    'long text': <Switch label={longText} on onChange={nothing} />,
  },
  Tabs: {
    plain: <Tabs end="3 of 4" label="Drawer" onSelect={nothing} selected="some" tabs={tabs} />,
  },
});

it('a switch is turned by Space and by a press', async () => {
  const change = vi.fn();
  const screen = await render(<Switch label="Active" on={false} onChange={change} />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await screen.getByText('Active').click();
  expect(change.mock.calls).toEqual([[true], [true]]);
});

it('of a few choices one is always chosen, by arrows and Space', async () => {
  const change = vi.fn();
  const screen = await render(<Segmented label="Amount" onChange={change} options={options} value="some" />);
  await expect.element(screen.getByRole('radio', { name: 'Some' })).toBeChecked();
  await screen.getByText('Some').click();
  expect(new Set(change.mock.calls.flat())).not.toContain(undefined);
  change.mockClear();
  await userEvent.keyboard('{ArrowRight} ');
  expect(change.mock.calls).toEqual([['all']]);
});

it.each([
  ['many', ['all'], 'none', ['none', 'all']],
  ['many', ['none', 'all'], 'none', ['all']],
  ['one', ['all'], 'none', ['none']],
] as const)(
  'chips to choose %s of, with %j chosen, give after a press on %s %j',
  async (choose, selected, press, told) => {
    const change = vi.fn();
    const screen = await render(
      <ChipGroup choose={choose} label="Scopes" onChange={change} options={options} selected={selected} />,
    );
    await screen.getByText(press, { exact: false }).click();
    expect(change.mock.calls).toEqual([[told]]);
  },
);

it('a slider moves by arrows, Home and End, within its ends', async () => {
  const change = vi.fn();
  await render(<Slider label="Limit" max={100} min={0} onChange={change} step={5} value={30} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{End}{Home}');
  expect(change.mock.calls).toEqual([[35], [25], [100], [0]]);
});

it('a token limit is one token at the least, and its bar tells the parts', async () => {
  const change = vi.fn();
  const screen = await render(
    <BudgetSlider
      cliffs={[{ limit: 900, label: 'notes#1 leaves below 900' }]}
      limit={1}
      max={2000}
      onChange={change}
      sections={[
        { section: 'knowledge', tokens: 1180 },
        { section: 'state', tokens: 0 },
      ]}
      used={1180}
    />,
  );
  await expect
    .element(screen.getByRole('img'))
    .toHaveAccessibleName('1,180 tokens used: Knowledge, 1,180 tokens');
  await expect.element(screen.getByTitle('notes#1 leaves below 900')).toBeInTheDocument();
  await userEvent.tab();
  await userEvent.keyboard('{Home}');
  expect(change.mock.calls).toEqual([[1]]);
});

it('tabs are walked by arrows, and only the chosen one is there', async () => {
  const select = vi.fn();
  const screen = await render(<Tabs label="Drawer" onSelect={select} selected="some" tabs={tabs} />);
  await expect.element(screen.getByRole('tabpanel')).toHaveTextContent('Some of it');
  await expect.element(screen.getByRole('tab', { name: 'Some' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(select.mock.calls).toEqual([['all']]);
});

const panelOf = (content: ReactNode) => (
  <Tabs label="Drawer" onSelect={nothing} selected="one" tabs={[{ id: 'one', label: 'One', content }]} />
);

it('the panel of a tab is a stop of Tab itself while nothing in it is one', async () => {
  const screen = await render(panelOf('Only words'));
  const panel = screen.getByRole('tabpanel', { name: 'One' });
  await expect.element(panel).toHaveAttribute('tabindex', '0');
  await screen.rerender(panelOf(<button type="button">Press</button>));
  await expect.element(panel).not.toHaveAttribute('tabindex');
  await screen.rerender(panelOf('Words again'));
  await expect.element(panel).toHaveAttribute('tabindex', '0');
});

it('tabs come and go where the browser does not say when it is idle', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.stubGlobal('cancelIdleCallback', undefined);
  const screen = await render(panelOf(<button type="button">Press</button>));
  await screen.rerender(panelOf('Only words'));
  await expect.element(screen.getByRole('tabpanel', { name: 'One' })).toHaveAttribute('tabindex', '0');
  await screen.unmount();
  vi.unstubAllGlobals();
});

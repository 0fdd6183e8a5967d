import { Flame } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { sections, sectionTitles } from '../../shared/model/section.ts';
import type { Severity } from '../../shared/model/severity.ts';
import { checkControls, longText } from '../../test/support/control-states.tsx';
import { Badge } from './Badge.tsx';
import { Banner } from './Banner.tsx';
import { Bar, StackedBar } from './Bar.tsx';
import { Button } from './Button.tsx';
import { Figures } from './Figures.tsx';
import { Gauge } from './Gauge.tsx';
import { MiddleCut } from './MiddleCut.tsx';
import { Notice } from './Notice.tsx';
import { OutcomeMark } from './OutcomeMark.tsx';
import { type Outcome, outcomeLooks } from './outcome.ts';
import { ProblemLine, SeverityMark, severityLooks } from './ProblemLine.tsx';
import { SectionDot, SectionIcon } from './SectionIcon.tsx';
import { StateWord } from './StateWord.tsx';
import { StepChart } from './StepChart.tsx';

const tones = ['neutral', 'accent', 'fired', 'missing', 'error'] as const;
const looks = ['mark', 'sign', 'word', 'dot'] as const;
const outcomes = Object.keys(outcomeLooks) as Outcome[]; // the looks are keyed by outcome
const severities = Object.keys(severityLooks) as Severity[]; // the looks are keyed by severity

const levels = [
  {
    name: 'calm',
    from: 0,
    to: 60,
    color: 'var(--fired)',
    icon: Flame,
    tone: 'fired',
    means: 'nothing to do',
  },
  { name: 'full', from: 60, to: 100, color: 'var(--error)', icon: Flame, tone: 'error', means: longText },
] as const;

/** One state for each of the names. */
const each = <Name extends string>(names: readonly Name[], show: (name: Name) => React.ReactNode) =>
  Object.fromEntries(names.map(name => [name, show(name)]));

checkControls({
  Badge: each(tones, tone => <Badge tone={tone}>v1.3.0</Badge>),
  Banner: {
    ...each(['error', 'missing', 'neutral'] as const, tone => (
      <Banner
        actions={<Button onPress={() => undefined}>Try now</Button>}
        announced="Interruption"
        icon={Flame}
        title={longText}
        tone={tone}
      >
        {longText}
      </Banner>
    )),
    'to read by oneself': (
      <Banner icon={Flame} title="Not announced" tone="missing">
        {longText}
      </Banner>
    ),
  },
  Bar: {
    score: <Bar label="Score 0.7" length={0.7} />,
    nothing: <Bar label="Score 0" length={0} />,
    stacked: (
      <StackedBar
        label="400 tokens used"
        parts={[{ id: 'a', label: 'State, 400 tokens', amount: 400, color: 'var(--sec-state)' }]}
        total={1000}
      />
    ),
  },
  Figures: {
    'on a page': <Figures figures={[['12%', 'of faults are noticed']]} on="page" />,
    'on a panel': <Figures figures={[[longText, longText]]} on="panel" />,
  },
  Gauge: {
    plain: <Gauge beside="of 100 tokens" current="full" label="Room" levels={levels} value={130} />,
    live: <Gauge beside={longText} current="calm" isLive label="Room" levels={levels} value={13} />,
  },
  MiddleCut: { plain: <MiddleCut text="architecture-docs" />, long: <MiddleCut text={longText} /> },
  Notice: each(tones, tone => (
    <Notice
      actions={<Button onPress={() => undefined}>Undo</Button>}
      icon={Flame}
      title={longText}
      tone={tone}
    >
      {longText}
    </Notice>
  )),
  OutcomeMark: Object.fromEntries(
    looks.flatMap(look =>
      outcomes.map(outcome => [
        `${look} ${outcome}`,
        <OutcomeMark key={look} look={look} outcome={outcome} />,
      ]),
    ),
  ),
  ProblemLine: each(severities, severity => (
    <ProblemLine code="unknown_field" message={longText} possible severity={severity} />
  )),
  SectionIcon: each(sections, section => (
    <>
      <SectionIcon section={section} />
      <SectionDot section={section} />
    </>
  )),
  StateWord: each(tones, tone => (
    <StateWord icon={Flame} tone={tone}>
      ready
    </StateWord>
  )),
  StepChart: {
    plain: <StepChart filled height={40} marks={[50]} top={100} values={[10, 80]} words="From 10 to 80" />,
  },
});

describe('for whoever sees no colours', () => {
  it.each(outcomes)('%s has its word in every look', async outcome => {
    const { word } = outcomeLooks[outcome];
    const screen = await render(
      <>
        {(['mark', 'sign', 'dot'] as const).map(look => (
          <OutcomeMark key={look} look={look} outcome={outcome} />
        ))}
        <OutcomeMark look="word" outcome={outcome}>
          planning
        </OutcomeMark>
      </>,
    );
    expect(screen.getByRole('img', { name: word }).elements().length).toBe(3);
    await expect.element(screen.container).toMatchTextContent(new RegExp(`planning \\(${word}\\)$`));
  });

  it.each(severities)('%s has its word', async severity => {
    const screen = await render(
      <>
        <ProblemLine message="Never fires" severity={severity} />
        <SeverityMark hasWord severity={severity} />
      </>,
    );
    const { word } = severityLooks[severity];
    await expect.element(screen.getByRole('img', { name: word })).toBeVisible();
    await expect.element(screen.getByText(word, { exact: true })).toBeVisible();
  });

  it.each(sections)('the section %s has its title', async section => {
    const screen = await render(<SectionIcon section={section} />);
    await expect.element(screen.getByRole('img', { name: sectionTitles[section] })).toBeVisible();
  });
});

it.each([
  [{ length: 0.25 }, '0%', '25%'],
  [{ start: 0.5, length: 0.25 }, '50%', '25%'],
  [{ start: 0.5, length: 3 }, '50%', '50%'],
  [{ start: 0.5, length: 0 }, '50%', '0%'],
])('a bar of %j begins at %s and is %s long', async (share, left, width) => {
  const screen = await render(<Bar label="Stage" {...share} />);
  const fill = (await screen.getByRole('img', { name: 'Stage' }).findElement()).firstElementChild;
  expect(fill instanceof HTMLElement && [fill.style.left, fill.style.width]).toEqual([left, width]);
});

it.each([260, 1000])('what can be done about a notice stands in its box, %i pixels wide', async width => {
  const actions = <Button onPress={() => undefined}>Try now</Button>;
  const screen = await render(
    <div style={{ width }}>
      <Notice actions={actions} title="A notice">
        {longText}
      </Notice>
      <Banner actions={actions} icon={Flame} title="A banner" tone="missing">
        {longText}
      </Banner>
    </div>,
  );
  const notes = screen.getByRole('note').elements();
  const buttons = screen.getByRole('button').elements();
  const gapsOf = (button: Element, index: number) => {
    const [within, around] = [button, notes[index] ?? button].map(element => element.getBoundingClientRect());
    return within && around
      ? [
          within.left - around.left,
          around.right - within.right,
          within.top - around.top,
          around.bottom - within.bottom,
        ]
      : [];
  };
  expect(buttons.flatMap(gapsOf).map(gap => gap > 4)).toEqual(Array(8).fill(true));
});

it('a banner of much text leaves the page to what it stands over, and is scrolled', async () => {
  const screen = await render(
    <Banner icon={Flame} title="A banner" tone="error">
      {longText.repeat(100)}
    </Banner>,
  );
  const banner = screen.container.querySelector('section');
  expect(banner?.getBoundingClientRect().height).toBeLessThanOrEqual(innerHeight * 0.4);
});

it('parts that are more than the whole share the bar, and what is nothing is left out', async () => {
  const part = (id: string, amount: number) => ({ id, label: `${id}, ${amount}`, amount, color: 'red' });
  const screen = await render(
    <StackedBar label="400 used" parts={[part('a', 300), part('b', 100), part('c', 0)]} total={100} />,
  );
  const bar = await screen.getByRole('img', { name: '400 used: a, 300; b, 100' }).findElement();
  expect([...bar.children].map(child => child instanceof HTMLElement && child.style.width)).toEqual([
    '75%',
    '25%',
  ]);
});

it('a level says that it is the current one, and a value beyond the track stays at its end', async () => {
  const screen = await render(
    <Gauge beside="of 100 tokens" current="full" label="Room" levels={levels} value={130} />,
  );
  const names = screen.getByRole('listitem').elements();
  expect(names.map(name => name.getAttribute('aria-current'))).toEqual([null, 'true']);
  const marker = screen.container.querySelector<HTMLElement>('[style*="left"]');
  expect(marker?.style.left).toBe('100%');
});

it('an id that has no room keeps its end, with no gap behind the dots, and is whole again where it has room', async () => {
  const screen = await render(
    <div data-testid="room" style={{ width: 90 }}>
      <MiddleCut text="project-conventions" />
    </div>,
  );
  const place = screen.getByTitle('project-conventions');
  await expect.poll(() => place.element().textContent).toContain('…entions');
  const words = document.createRange();
  words.selectNodeContents(place.element());
  const left = 90 - words.getBoundingClientRect().width;
  // Less than the widest letter.
  expect([left > -1, left < 12]).toEqual([true, true]);
  screen.getByTestId('room').element().setAttribute('style', 'width: 200px');
  await expect.poll(() => place.element().textContent).toBe('project-conventions');
});

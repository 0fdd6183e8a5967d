import { expect, it, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { startApp } from '../support/app-harness.ts';
import { isLong } from '../support/property-runs.ts';
import { measureTurns, outermost, type WalkedInput, walkInputs } from '../support/walk-inputs.ts';

vi.setConfig({ testTimeout: 600_000 });

/**
 * In the long tier 100,000 times `{},`: what grows with the square takes seconds at that length already. In every run as
 * many as show what is said of them.
 */
const bytes = isLong ? 300_000 : 20_000;
/** The goal is 50 ms; this catches what takes a second, in times of what this machine needs to read such an input. */
const stallTimes = 60;

const ways = ['list of {}', 'list of what belongs there, each another', 'many keys', 'depth'];

async function walk(): Promise<WalkedInput[]> {
  const harness = startApp();
  const path = await harness.openEmpty();
  const ask = async (name: string, input: unknown) => {
    const reply = await harness.ask(name, input);
    // It may have opened another.
    if (name.startsWith('project.')) await harness.ask('project.open', { path });
    return reply;
  };
  const walked: WalkedInput[] = [];
  const choose: Parameters<typeof walkInputs>[0]['choose'] = inputs =>
    outermost(inputs, way => ways.includes(way));
  for await (const one of walkInputs({ ask, bytes, choose })) walked.push(one);
  return walked;
}

/** Of this thread. Systems count both exactly only together: which is which they guess by ticks of their clock. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Processor time to make a text of an input and to read it, the median of some. */
function readingMs(): number {
  const rules = Array.from({ length: bytes / 60 }, (_, at) => ({
    id: `r${at}`,
    name: 'a',
    when: [],
    then: {},
  }));
  const took = Array.from({ length: 9 }, () => {
    const before = processorMs();
    JSON.parse(JSON.stringify(rules));
    return processorMs() - before;
  });
  return took.toSorted((left, right) => left - right)[4] ?? 0;
}

const burn = async (milliseconds: number): Promise<void> => {
  const end = processorMs() + milliseconds;
  while (processorMs() < end);
};

const tell = ({ procedure, what, longestTurnMs, answerLetters }: WalkedInput): string =>
  `${procedure}, ${what}: ${Math.round(longestTurnMs)} ms, answer of ${answerLetters}`;

const problemCount = ({ reply }: WalkedInput): number => {
  const details = reply.ok ? undefined : reply.error.details;
  return isJsonObject(details) && Array.isArray(details.errors) ? details.errors.length : 0;
};

it('no procedure stands still for many times what reading its largest input takes, or answers with many times what it was given', async () => {
  // Of a busy machine processor time says little.
  const stallMs = isLong ? stallTimes * readingMs() : Number.POSITIVE_INFINITY;
  const walked = await walk();
  expect(new Set(walked.map(({ procedure }) => procedure))).toEqual(new Set(Object.keys(contract)));
  expect(walked.filter(one => one.longestTurnMs >= stallMs).map(tell)).toEqual([]);
  expect(walked.filter(one => one.answerLetters > 4 * bytes).map(tell)).toEqual([]);
  // One behind the first hundred says how many there are.
  expect(Math.max(...walked.map(problemCount))).toBe(101);
  expect(walked.filter(({ reply }) => !reply.ok && reply.error.code === 'internal').map(tell)).toEqual([]);
});

if (isLong)
  it('control: a stall is seen, and one that is cut into turns is not', async () => {
    const stallMs = stallTimes * readingMs();
    expect((await measureTurns(() => burn(1.5 * stallMs))).longestTurnMs).toBeGreaterThan(stallMs);
    const inTurns = async () => {
      for (let turn = 0; turn < 15; turn += 1) {
        await burn(stallMs / 10);
        await new Promise(resolve => setTimeout(resolve, 2));
      }
    };
    expect((await measureTurns(inTurns)).longestTurnMs).toBeLessThan(stallMs);
  });

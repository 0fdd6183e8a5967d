import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { someFrames } from '../../test/support/control-states.tsx';
import { useAsking } from './use-asking.ts';

const eachMs = 30;
const steps = 16;

/** Changes its question or its reading again and again, faster than an answer or the pause; `seen` gets each answer. */
function Asking({ what, seen }: { readonly what: 'question' | 'reading'; readonly seen: string[] }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = step < steps ? setTimeout(() => setStep(step + 1), eachMs) : undefined;
    return () => clearTimeout(timer);
  }, [step]);
  const [key, reading] = what === 'question' ? [`question ${step}`, 0] : ['question', step];
  useAsking(key, reading, 2 * eachMs, async isCurrent => {
    await new Promise(resume => setTimeout(resume, 2 * eachMs));
    if (isCurrent()) seen.push(`${key}, ${step}`);
  });
  return <p>{step}</p>;
}

/** As if time passed: what a busy page does late would be a pause that nobody made. */
async function pass(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    vi.advanceTimersByTime(eachMs);
    await someFrames();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => vi.useRealTimers();
});

it('answers while news comes without a pause, and in the end with the last of it', async () => {
  const seen: string[] = [];
  const screen = await render(<Asking seen={seen} what="reading" />);
  await pass(steps - 1);
  const before = seen.length;
  expect(before).toBeGreaterThan(1);
  await pass(steps);
  expect(screen.container.textContent).toBe(`${steps}`);
  expect(seen.length).toBeGreaterThan(before);
});

it('waits for a pause while the question changes, and answers the last one only', async () => {
  const seen: string[] = [];
  await render(<Asking seen={seen} what="question" />);
  await pass(steps);
  expect(seen).toEqual([]);
  await pass(6);
  expect(seen).toEqual([`question ${steps}, ${steps}`]);
});

import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAsking } from './use-asking.ts';

const eachMs = 30;
const steps = 20;

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

it('answers while news comes without a pause, and in the end with the last of it', async () => {
  const seen: string[] = [];
  const screen = await render(<Asking seen={seen} what="reading" />);
  await expect.poll(() => seen.length).toBeGreaterThan(1);
  expect(screen.container.textContent).not.toBe(`${steps}`);
  const before = seen.length;
  await expect.element(screen.getByText(`${steps}`, { exact: true })).toBeVisible();
  await expect.poll(() => seen.length).toBeGreaterThan(before);
});

it('waits for a pause while the question changes, and answers the last one only', async () => {
  const seen: string[] = [];
  await render(<Asking seen={seen} what="question" />);
  await expect.poll(() => seen).toEqual([`question ${steps}, ${steps}`]);
});

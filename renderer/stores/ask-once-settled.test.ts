import { beforeEach, expect, it, vi } from 'vitest';
import { askOnceSettled } from './ask-once-settled.ts';

const server = { asked: 0, tookMs: 0 };
const taken: number[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { asked: 0, tookMs: 0 });
  taken.length = 0;
  return () => vi.useRealTimers();
});

const question = () =>
  askOnceSettled({
    pauseMs: 600,
    mostMs: 5000,
    async ask() {
      server.asked += 1;
      const answer = server.asked;
      await new Promise(resolve => setTimeout(resolve, server.tookMs));
      return answer;
    },
    take: answer => taken.push(answer),
  });

it('asks one question after the other, and after a long answer only after as long a pause', async () => {
  server.tookMs = 3000;
  const { later } = question();
  later();
  await vi.advanceTimersByTimeAsync(700);
  later();
  await vi.advanceTimersByTimeAsync(2800);
  expect([server.asked, taken]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(200);
  expect([server.asked, taken]).toEqual([2, [1]]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(taken).toEqual([1, 2]);
  later();
  await vi.advanceTimersByTimeAsync(2900);
  expect(server.asked).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.asked).toBe(3);
});

it('takes a tenth of the time at most of who is asked without a pause', async () => {
  server.tookMs = 2000;
  const { later } = question();
  const until = async (ms: number) => {
    for (let at = 0; at < ms; at += 100) {
      later();
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  await until(5200);
  expect(server.asked).toBe(1);
  await until(100_000);
  expect(server.asked).toBeGreaterThanOrEqual(4);
  expect(server.asked).toBeLessThanOrEqual(6);
});

it('what is forgotten is neither asked nor taken', async () => {
  server.tookMs = 1000;
  const { later, forget } = question();
  later();
  forget();
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.asked).toBe(0);
  later();
  await vi.advanceTimersByTimeAsync(700);
  forget();
  await vi.advanceTimersByTimeAsync(2000);
  expect([server.asked, taken]).toEqual([1, []]);
});

import { beforeEach, expect, it, vi } from 'vitest';
import type { Input } from '../../shared/contract/contract.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { edit } from './documents.ts';
import { followMemoryAudit } from './follow-memory-audit.ts';
import { useMemoryAudit } from './memory-audit.ts';
import { loadProject } from './project.ts';

const asked: Input<'audit.memories'>[] = [];
const server = { tookMs: 0 };

const nameEngine = (name: string) =>
  edit('Named', draft => {
    const [engine] = Object.values(draft.engines);
    if (engine !== undefined) engine.name = name;
  });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  asked.length = 0;
  server.tookMs = 0;
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'audit.memories': async input => {
      asked.push(input);
      await new Promise(resolve => setTimeout(resolve, server.tookMs));
      return { findings: [], notes: [], memories: asked.length };
    },
  });
  await loadProject();
  const stop = followMemoryAudit();
  await vi.advanceTimersByTimeAsync(700);
  return () => {
    stop();
    vi.useRealTimers();
  };
});

it('sends the kinds of which something is not saved, and no other', async () => {
  expect(asked).toEqual([{}]);
  nameEngine('Another');
  await vi.advanceTimersByTimeAsync(700);
  expect(asked.map(input => Object.keys(input))).toEqual([[], ['engines']]);
});

it('asks one after the other, and of a server that took long only after as long a pause', async () => {
  server.tookMs = 3000;
  nameEngine('First');
  await vi.advanceTimersByTimeAsync(700);
  nameEngine('Second');
  await vi.advanceTimersByTimeAsync(700);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2300);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(3000);
  expect(useMemoryAudit.getState().output?.memories).toBe(3);
  nameEngine('Third');
  await vi.advanceTimersByTimeAsync(2900);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(4);
});

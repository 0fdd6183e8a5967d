import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defaultConfig } from '../shared/model/config.ts';
import { showPanel } from '../test/support/control-states.tsx';
import { fakeWeft } from '../test/support/fake-weft.ts';
import { listedSession } from '../test/support/handoff-lists.ts';
import { Bundles } from './features/conversations/list/Bundles.tsx';
import { HandoffList } from './features/handoff/HandoffList.tsx';
import type { ListedPattern } from './features/handoff/handoff-store.ts';
import { PatternDetail } from './features/handoff/inspector/PatternDetail.tsx';
import { PatternList } from './features/handoff/patterns/PatternList.tsx';
import { RecordingsList } from './features/recordings/RecordingsList.tsx';

const at = '2026-11-20T10:00:00.000Z';
const minuteMs = 60_000;
const monthMs = 31 * 24 * 60 * minuteMs;

const pattern: ListedPattern = {
  pattern_hash: 'a'.repeat(16),
  project_id: 'web',
  signature: { error_type: 'TypeError', message_pattern: 'x', context_hints: [], stack_pattern: '' },
  solution: 'y',
  confidence: 0.7,
  occurrences: 3,
  last_seen: at,
  created_at: at,
  ttl_days: 30,
  expired: false,
  shown: true,
  history: [],
};

const places: Readonly<Record<string, ReactNode>> = {
  'sessions of agents': <HandoffList />,
  'error patterns': <PatternList patterns={[pattern]} />,
  'an error pattern': <PatternDetail pattern={pattern} />,
  'recorded requests': <RecordingsList />,
  bundles: <Bundles conversationId={undefined} />,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(at) + minuteMs });
  fakeWeft({
    'sessions.list': { sessions: [listedSession('s')] },
    'packages.list': { packages: [] },
    'errorPatterns.list': { patterns: [] },
    'config.get': { config: defaultConfig, given: {}, warnings: [], hash: null },
    'recordings.list': {
      settings: { enabled: true, max_requests: 10, max_days: 10, max_megabytes: 10 },
      requests: 2,
      recordings: 1,
      bytes: 10,
      sample_requests: 0,
      causes: [
        {
          id: 'c',
          rules: [],
          memories: [],
          cut: [],
          missing: [],
          origin: 'served',
          requests: 2,
          recordings: 1,
          first_at: at,
          last_at: at,
          tokens: {},
        },
      ],
      total_causes: 1,
      of_cause: [],
    },
    'bundles.list': {
      bundles: [
        {
          id: 'identity_core:',
          type: 'identity_core',
          key: '',
          text: 'x',
          tokens: 1,
          composition: [],
          version: 1,
          dirty: false,
          priority: 1,
          compiled_at: at,
          expires_at: new Date(Date.parse(at) + monthMs / 2).toISOString(),
          last_used_at: null,
          uses: 0,
          hits: 0,
          misses: 0,
        },
      ],
      hits: 0,
      misses: 0,
    },
  });
});
afterEach(() => void vi.useRealTimers());

it.each(Object.entries(places))('how long ago something was goes on with the time: %s', async (_, view) => {
  await showPanel(view);
  await expect.element(page.getByText(/1 minute ago|expires in 29 days|^ready$/).first()).toBeVisible();
  vi.setSystemTime(Date.parse(at) + monthMs);
  vi.advanceTimersByTime(minuteMs);
  await expect.element(page.getByText(/31 days ago|expired 1 day ago|^expired$/).first()).toBeVisible();
});

import { expect, it } from 'vitest';
import type { HealthSave, SessionHealth } from '../../../shared/model/health.ts';
import { longText, panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import { HealthInspector } from './HealthInspector.tsx';

const session: SessionHealth = {
  session_id: 'agent-1',
  assessment: {
    utilization_pct: 40,
    status: 'GREEN',
    recommendation: 'continue',
    tokens: 80_000,
    window: 200_000,
    basis: 'measured',
    warnings: [],
  },
  tool_calls: { low: 1, medium: 0, high: 0 },
  message_tokens: 900,
  blocked: false,
  notes: {
    task: longText,
    decisions: ['Follow next= only for relative paths', { summary: longText }],
    plan: { boundary: 'login', steps: ['login', 'logout'] },
    files: [`src/${longText}.ts`],
  },
  conflicts: [],
  compactions: 0,
  history: [],
  updated_at: '2026-11-20T10:00:00.000Z',
};

it.each([
  ['nothing saved', undefined, /^Nothing saved yet/],
  ['saved', { ok: true, files: ['.rune/session.md'] } as HealthSave, /^Saved to .rune/],
  ['not saved', { ok: false, files: [], failure: longText } as HealthSave, /^NOT saved/],
])('of a session with %s all that must survive is there', async (_, saved, told) => {
  fakeWeft({ 'health.state': { sessions: [{ ...session, ...(saved && { saved }) }] } });
  const screen = await showPanel(<HealthInspector />);
  await expect.element(screen.getByText(told).first()).toBeVisible();
  await expect.element(screen.getByText('next boundary: login')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('says that there is no session while there is none', async () => {
  fakeWeft({ 'health.state': { sessions: [] } });
  const screen = await showPanel(<HealthInspector />);
  await expect.element(screen.getByText('No session selected')).toBeVisible();
});

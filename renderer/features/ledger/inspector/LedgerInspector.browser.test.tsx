import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../../../shared/contract/contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { LedgerDecision, LedgerEntry } from '../../../../shared/model/ledger.ts';
import { longText, panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { setLedgerView, useLedgerView } from '../ledger-view.ts';
import { LedgerInspector } from './LedgerInspector.tsx';

const timestamp = '2026-11-20T10:00:00.000Z';
const decision: LedgerDecision = {
  id: 'd1',
  timestamp,
  agent_id: 'architect',
  domain: 'architecture',
  scope: 'src/login',
  summary: longText,
  context: longText,
  rationale: 'Fewer parts',
  constraints: [longText],
  alternatives: [{ option: longText, pros: ['short'], cons: [longText], reason_rejected: 'slow' }],
  confidence: 'high',
  status: 'active',
  reversible: false,
  affected_files: [`src/${longText}.ts`],
  affected_symbols: ['login'],
  commit_hashes: ['0123456789abcdef'],
};
const entry: LedgerEntry = {
  id: 'e1',
  timestamp,
  entry_type: 'question',
  summary: 'Which port?',
  detail: longText,
  tags: ['net'],
};
const around = {
  history: [{ at: timestamp, status: 'active' as const, by: 'architect', reason: longText }],
  conflicts: [],
  related: [{ id: 'e2', kind: 'entry' as const, relation: 'relates_to', summary: longText }],
};
const found = (
  record: Output<'ledger.get'>['record'],
  more: Partial<Output<'ledger.get'>> = {},
): Output<'ledger.get'> => ({
  record,
  ...around,
  ...more,
});

beforeEach(() => setLedgerView({ selectedId: undefined, dialog: undefined }));

async function show(answer: Output<'ledger.get'> | AppError) {
  const weft = fakeWeft({ 'ledger.get': answer });
  setLedgerView({ selectedId: 'd1' });
  return { weft, screen: await showPanel(<LedgerInspector />) };
}

it('says what to pick while nothing is, and why a record cannot be read', async () => {
  fakeWeft({});
  const screen = await showPanel(<LedgerInspector />);
  await expect.element(screen.getByText('No record selected')).toBeVisible();
  await screen.unmount();
  const failed = await show(new AppError('not_found', 'There is no record "d1".'));
  await expect.element(failed.screen.getByText('There is no record "d1".')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

describe('a decision', () => {
  it.each([
    ['active', ['Reconsider', 'Override']],
    ['provisional', ['Confirm', 'Override']],
    ['overridden', ['Reconsider']],
    ['superseded', ['Reconsider']],
  ] as const)('that is %s offers %j', async (status, offered) => {
    const { screen } = await show(found({ kind: 'decision', decision: { ...decision, status } }));
    await expect.element(screen.getByRole('region', { name: 'Decision' })).toBeVisible();
    const words = ['Confirm', 'Reconsider', 'Override'];
    const shown = words.filter(
      name => screen.getByRole('button', { name, exact: true }).elements().length > 0,
    );
    expect(new Set(shown)).toEqual(new Set(offered));
    expect(await panelFindings()).toEqual([]);
  });

  it('that contradicts another leads to it', async () => {
    const named = (id: string, summary: string) => ({
      id,
      summary,
      timestamp,
      status: 'provisional' as const,
    });
    const conflict = {
      newer: named('d1', 'One'),
      older: named('d0', 'Other'),
      domain: 'architecture',
      shared: ['a.ts'],
      similarity: 0.5,
    };
    const { screen } = await show(found({ kind: 'decision', decision }, { conflicts: [conflict] }));
    await expect.element(screen.getByText(/50% of their words are the same; both affect a.ts/)).toBeVisible();
    await screen.getByRole('button', { name: 'Other' }).click();
    expect(useLedgerView.getState().selectedId).toBe('d0');
  });
});

describe('an entry', () => {
  it.each([
    ['question', false, ['Answer', 'Resolve']],
    ['warning', false, ['Reply', 'Resolve']],
    ['question', true, ['Answer']],
    ['finding', false, ['Reply']],
  ] as const)('that is a %s, resolved: %s, offers %j', async (entry_type, resolved, offered) => {
    const { screen } = await show(found({ kind: 'entry', entry: { ...entry, entry_type } }, { resolved }));
    await expect.element(screen.getByRole('region', { name: 'Entry' })).toBeVisible();
    const words = ['Answer', 'Reply', 'Resolve'];
    const shown = words.filter(
      name => screen.getByRole('button', { name, exact: true }).elements().length > 0,
    );
    expect(shown).toEqual(offered);
    expect(await panelFindings()).toEqual([]);
  });

  it('is answered by a new entry that belongs to it', async () => {
    const { screen } = await show(found({ kind: 'entry', entry }));
    await screen.getByRole('button', { name: 'Answer' }).click();
    expect(useLedgerView.getState().dialog).toEqual({
      kind: 'post',
      draft: { relates_to: ['e1'], scope: 'project', entry_type: 'answer' },
    });
  });
});

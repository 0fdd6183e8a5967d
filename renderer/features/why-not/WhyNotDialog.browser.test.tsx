import { beforeEach, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import type { Explanation } from '../../../shared/model/explanation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { assembled, item } from '../../../test/support/assembled.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { undoAll, useDocuments } from '../../stores/documents.ts';
import { setTokenLimit, usePreview } from '../../stores/preview.ts';
import { loadProject } from '../../stores/project.ts';
import { endSolo, toggleSolo } from '../../stores/solo.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { WhyNotDialog } from './WhyNotDialog.tsx';

const memoryId = 'architecture-docs';
const sampleId = sampleFiles.samples.find(({ request }) => isJsonObject(request.constraints))?.id ?? '';
const limitOf = ({ request }: { readonly request: Input<'assembly.preview'>['request'] }) =>
  request.constraints?.max_tokens;

/** The budget cut it; a limit of 900 keeps it, and so do two changes of the memory. */
const explained = ({ request }: Input<'assembly.explain'>): Explanation => ({
  memory_id: memoryId,
  item_id: `${memoryId}#0`,
  included: false,
  cause: 'budget',
  message: 'the budget cut it',
  chain: [{ at: 'budget', passed: false, message: 'the budget cut it' }],
  rules: [],
  change: {
    variables: [],
    max_tokens: 900,
    request: { ...request, constraints: { ...request.constraints, max_tokens: 900 } },
  },
  memory_changes: [
    { memory_id: memoryId, required: true },
    { memory_id: memoryId, section: { from: 'knowledge', to: 'state' } },
  ],
});

const state: { weft?: FakeWeft } = {};

beforeEach(async () => {
  state.weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'assembly.explain': explained,
    'assembly.preview': input =>
      assembled({
        context: { knowledge: (limitOf(input) ?? 0) >= 900 ? [item(`${memoryId}#0`)] : [] },
        meta: { token_estimate: limitOf(input) ?? 0 },
      }),
  });
  await loadProject();
  setWorkspace({ sampleId });
  return () => {
    undoAll();
    setTokenLimit(undefined);
    endSolo();
  };
});

const open = () => showPanel(<WhyNotDialog about={{ kind: 'memory', memoryId, itemId: `${memoryId}#0` }} />);
const past = () => useDocuments.getState().past.length;

it('asks, tries and keeps under the limit that was dragged, and leaves that of the sample as it is', async () => {
  setTokenLimit(300);
  const screen = await open();
  const change = screen.getByRole('listitem').filter({ hasText: 'Raise the token limit to 900' });
  await change.getByRole('button', { name: 'What if?' }).click();
  await expect.element(change.getByText(`${memoryId}: 1 item more`)).toBeVisible();
  await expect.element(change.getByText('300 → 900 tokens')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await change.getByRole('button', { name: 'Keep it' }).click();
  expect([usePreview.getState().limitOverride, past()]).toEqual([900, 0]);
  const asked = state.weft?.asked.find(({ name }) => name === 'assembly.explain');
  expect(asked?.input).toMatchObject({ request: { constraints: { max_tokens: 300 } } });
});

it.each([
  ['Make the memory architecture-docs required', { required: true }],
  ['Move the memory architecture-docs to the section State', { section: 'state' }],
])('keeps "%s" as one step', async (words, contribution) => {
  const screen = await open();
  const change = screen.getByRole('listitem').filter({ hasText: words });
  await change.getByRole('button', { name: 'What if?' }).click();
  await change.getByRole('button', { name: 'Keep it' }).click();
  expect(useDocuments.getState().working.memories[memoryId]?.contribution).toMatchObject(contribution);
  expect(past()).toBe(1);
});

it('asks and tries with the rule alone that is heard alone, as the trace does', async () => {
  const [engine] = sampleFiles.engines;
  const ruleId = engine?.rules[0]?.id ?? '';
  toggleSolo({ engineId: engine?.id ?? '', ruleId });
  const screen = await open();
  await expect.element(screen.getByText(/^Only “.*” is heard/)).toBeVisible();
  const change = screen.getByRole('listitem').filter({ hasText: 'Raise the token limit to 900' });
  await change.getByRole('button', { name: 'What if?' }).click();
  await expect.element(change.getByRole('list', { name: 'What else would change' })).toBeVisible();
  const loud = (state.weft?.asked ?? [])
    .filter(({ name }) => name === 'assembly.explain' || name === 'assembly.preview')
    .map(({ input }) =>
      ((input as Input<'assembly.preview'>).overlay?.engines ?? []) // of the two procedures
        .flatMap(({ rules }) => rules.filter(({ enabled }) => enabled !== false).map(({ id }) => id)),
    );
  expect(loud).toEqual([[ruleId], [ruleId], [ruleId]]);
});

import { beforeEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { configFileSchema, contextEngineeringSchema, defaultConfig } from '../../../shared/model/config.ts';
import { showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft } from '../../../test/support/fake-weft.ts';
import { useToasts } from '../../stores/toasts.ts';
import { ConfigSettings } from './ConfigSettings.tsx';

const shared: { weft?: FakeWeft } = {};
const state = { config: defaultConfig, given: { hook_tokens: 100 }, warnings: [], hash: null };
const schema = z.toJSONSchema(configFileSchema);

beforeEach(() => {
  shared.weft = fakeWeft({
    'config.get': state,
    'config.schema': { schema, defaults: defaultConfig, template: {} },
    'config.set': state,
  });
});

/** How many things a key holds that are set one by one. */
function partsOf(key: string): number {
  const { properties } = z.toJSONSchema(contextEngineeringSchema);
  const { properties: parts, anyOf } = Object(properties?.[key]) as { properties?: object; anyOf?: unknown };
  return anyOf !== undefined || parts === undefined ? 1 : Object.keys(parts).length;
}

/** Keys without a row, and those whose row has fewer controls than they have parts. */
async function unset(page: Element, keys: readonly string[]): Promise<string[]> {
  await expect.poll(() => page.querySelectorAll('[data-setting]').length).toBeGreaterThan(0);
  return keys.filter(key => {
    const row = page.querySelector(`[data-setting="${key}"]`);
    const controls = row?.querySelectorAll('input:not([type=hidden]), button, textarea').length ?? 0;
    return controls < partsOf(key);
  });
}

it('every key of the configuration has a row, with a control for each of its parts', async () => {
  const { container } = await showPanel(<ConfigSettings />);
  const keys = Object.keys(contextEngineeringSchema.shape);
  expect(keys.length).toBeGreaterThan(15);
  expect(await unset(container, [...keys, 'no_such_key'])).toEqual(['no_such_key']);
});

it('says who set a value and what it is otherwise, and sets the bounds and the authority that were files only', async () => {
  const screen = await showPanel(<ConfigSettings />);
  await expect
    .element(screen.getByText(/Set in \.codebolt\/weft\.json; the default is 2,000\./))
    .toBeVisible();
  await screen.getByRole('spinbutton', { name: 'Days kept, at most' }).fill('7');
  await screen.getByRole('button', { name: /Warnings takes/ }).click();
  await screen.getByRole('option', { name: 'The user alone' }).click();
  const changes = () =>
    (shared.weft?.asked ?? []).flatMap(({ name, input }) => (name === 'config.set' ? [input] : []));
  await expect.poll(changes).toContainEqual({
    changes: { recordings: { ...defaultConfig.recordings, max_days: 7 } },
  });
  await expect.poll(changes).toContainEqual({
    changes: {
      authority: {
        ...defaultConfig.authority,
        needs: { ...defaultConfig.authority.needs, warnings: 'user' },
      },
    },
  });
});

it('says a default between two whole numbers as it is', async () => {
  shared.weft?.answer({ 'config.get': { ...state, given: { token_safety_margin: 0.2 } } });
  const screen = await showPanel(<ConfigSettings />);
  await expect.element(screen.getByText(/the default is 0\.15\./)).toBeVisible();
});

it('what protects coding agents stays while the number beside it is typed anew', async () => {
  const health = { check_every: 25, hold_tools: true, demand_save: true };
  const config = { ...defaultConfig, health };
  shared.weft?.answer({ 'config.get': { ...state, config, given: { health } } });
  const screen = await showPanel(<ConfigSettings />);
  const field = screen.getByRole('spinbutton', { name: 'Tool calls between two checks' });
  await field.fill('');
  await field.fill('40');
  const changes = () =>
    (shared.weft?.asked ?? []).flatMap(({ name, input }) => (name === 'config.set' ? [input] : []));
  await expect.poll(changes).toContainEqual({ changes: { health: { ...health, check_every: 40 } } });
  expect(changes().filter(one => !JSON.stringify(one).includes('"hold_tools":true'))).toEqual([]);
});

it.runIf(inject('isLong'))(
  'weights that are not saved yet go with those that they were typed over',
  async () => {
    const ledger_weights = { recency: 0.4, relevance: 0.3, confidence: 0.2, warning_boost: 0.1 };
    shared.weft?.answer({
      'config.get': { ...state, config: { ...defaultConfig, ledger_weights }, given: { ledger_weights } },
    });
    const screen = await showPanel(<ConfigSettings />);
    const field = screen.getByRole('spinbutton', { name: 'Recency' });
    await field.fill('0.5');
    await expect.element(screen.getByText(/They add up to 1\.1/)).toBeVisible();
    shared.weft?.answer({ 'config.set': state });
    await screen
      .getByRole('button', { name: /Ledger weights.*default|weights: back to the default/i })
      .click();
    await expect.element(field).toHaveValue(String(defaultConfig.ledger_weights.recency));
    expect(screen.getByText(/They add up to/).elements()).toEqual([]);
  },
);

it.runIf(inject('isLong'))(
  'entries of a table that cannot be read stay in the file when another is set',
  async () => {
    const models = { local: '200k', haiku: 32_000 };
    const token_prices = { local: 'free', haiku: { input: 1, since: '2026' } };
    const found = { ...state, given: { models, token_prices } };
    shared.weft?.answer({ 'config.get': found, 'config.set': found });
    const screen = await showPanel(<ConfigSettings />);
    await screen.getByRole('spinbutton', { name: 'haiku', exact: true }).fill('64000');
    await screen.getByRole('spinbutton', { name: 'haiku: Input, US dollars a million' }).fill('2');
    const changes = () =>
      (shared.weft?.asked ?? []).flatMap(({ name, input }) => (name === 'config.set' ? [input] : []));
    await expect.poll(changes).toContainEqual({ changes: { models: { ...models, haiku: 64_000 } } });
    await expect.poll(changes).toContainEqual({
      changes: { token_prices: { ...token_prices, haiku: { input: 2, since: '2026' } } },
    });
  },
);

it('what was taken out of a table comes back into the table as it is by then', async () => {
  const given = (models: unknown) => ({ ...state, given: { models } });
  shared.weft?.answer({
    'config.get': given({ mine: 1000, other: 2000 }),
    'config.set': ({ changes }) => given(changes.models),
  });
  const screen = await showPanel(<ConfigSettings />);
  await screen.getByRole('button', { name: 'Remove mine' }).click();
  await screen.getByRole('spinbutton', { name: 'other' }).fill('150');
  useToasts.getState().toasts.at(-1)?.action?.run();
  await expect
    .poll(() =>
      (shared.weft?.asked ?? []).flatMap(({ name, input }) => (name === 'config.set' ? [input] : [])).at(-1),
    )
    .toEqual({ changes: { models: { other: 150, mine: 1000 } } });
});

import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { configFileSchema, contextEngineeringSchema, defaultConfig } from '../../../shared/model/config.ts';
import { showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft } from '../../../test/support/fake-weft.ts';
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

import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../shared/contract/contract.ts';
import type { StepKind } from '../../shared/pipeline/step-kind.ts';
import { stepKinds } from '../../shared/pipeline/step-kinds.ts';
import { isProduct, readSourceTree, readText } from './source-tree.ts';

/** Keys of inputs that name something by its id without saying so in their name. */
const plainNames = ['relates_to', 'depends_on', 'supersedes', 'explicit_memory', 'add_memories'];

/** What makes a new thing takes its id as it is typed: there is nothing to pick from. */
const newIds = ['NewMemoryDialog.tsx', 'RenameMemoryDialog.tsx', 'NewEngineDialog.tsx'];

/** Every key of what can be asked that takes an id, as the contract has them. */
function idKeys(): string[] {
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) for (const key of Object.keys(Object(value.properties))) keys.add(key);
    Object.values(value).forEach(visit);
  };
  for (const { input } of Object.values(contract))
    visit(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }));
  return [...keys].filter(key => /_ids?$/.test(key) || plainNames.includes(key)).sort();
}

/** Fields for free text of a source whose value or change is such a key, and that propose nothing. */
function freeTextIds(source: string, keys: readonly string[]): string[] {
  const elements = source.match(/<(?:TextField|TagField|TextArea)\b[\s\S]*?\/>/g) ?? [];
  return elements
    .filter(element => !/\bsuggestions=/.test(element))
    .flatMap(element => keys.filter(key => new RegExp(`\\b${key}\\b`).test(element)));
}

it('an id is picked from what there is, and typed nowhere', () => {
  const keys = idKeys();
  expect(keys).toEqual(expect.arrayContaining(['conversation_id', 'memory_id', 'relates_to', 'session_id']));
  const free = readSourceTree()
    .filter(({ path }) => isProduct(path) && /^renderer\/features\/.*\.tsx$/.test(path))
    .filter(({ path }) => !newIds.some(name => path.endsWith(name)))
    .flatMap(({ path }) => freeTextIds(readText(path), keys).map(key => `${path}: ${key}`));
  expect(free).toEqual([]);
});

/** Parameters of steps that name something by its id, and of which nothing is offered. */
function freeParams(kinds: Readonly<Record<string, Pick<StepKind, 'params'>>>, keys: readonly string[]) {
  const isId = (name: string) => keys.includes(name) || /Id$|^(?:scope|agent_type)$/.test(name);
  return Object.entries(kinds).flatMap(([type, { params }]) =>
    Object.entries(params)
      .filter(([name, { kind, offers }]) => /^texts?$/.test(kind) && isId(name) && offers === undefined)
      .map(([name]) => `${type}: ${name}`),
  );
}

it('a step is given ids that are picked', () => {
  expect(freeParams(stepKinds, idKeys())).toEqual([]);
});

it('control: a parameter that takes an id as free text is named', () => {
  const { context_packages: kind } = stepKinds;
  const { offers: _, ...session_id } = kind.params.session_id;
  const params = { ...kind.params, session_id };
  expect(freeParams({ context_packages: { params } }, idKeys())).toEqual(['context_packages: session_id']);
});

it('control: a field that takes ids as free text is named', () => {
  const field =
    "<TagField label={t('Relates to')} onChange={relates_to => change({ relates_to })} values={[]} />";
  expect(freeTextIds(field, idKeys())).toEqual(['relates_to']);
  expect(freeTextIds(field.replace(' values', ' suggestions={known} values'), idKeys())).toEqual([]);
});

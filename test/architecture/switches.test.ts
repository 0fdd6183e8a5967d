import { expect, it } from 'vitest';
import { parseSource } from './parse-source.ts';
import { isProduct, readSourceTree } from './source-tree.ts';

/** Switches that do not end in `unreachable`, by what they look at, and why. */
const reasons: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'characters and keys, of which there is no list': {
    'shared/model/json-limits.ts': ['byte'],
    'shared/model/parse-json.ts': ['text.charCodeAt(at)'],
    'renderer/features/rules/list/PaletteGrip.tsx': ['key'],
    'renderer/features/rules/matrix/cell-moves.ts': ['key'],
    'renderer/features/rules/outline/outline-rows.ts': ['key'],
  },
  'words of files and of other libraries, of which only some mean something here': {
    'shared/model/message-text.ts': ['type'],
    'shared/model/names.ts': ['def.type', 'def.type'],
    'shared/rules/describe-value.ts': ['typeof value'],
    'shared/shapes/kinds/ai-sdk-model.ts': ["textOf(part, 'type')"],
    'shared/shapes/kinds/anthropic.ts': ["textOf(block, 'type')"],
    'electron/services/imports/kinds/kiro-steering.ts': ['inclusion'],
    'electron/services/imports/kinds/windsurf-rules.ts': ['trigger'],
  },
  'the other members are one group, which the compiler holds to what it is given': {
    'shared/pipeline/check-step-params.ts': ['param.kind'],
    'electron/services/imports/find-candidates.ts': ['format'],
    'electron/services/rules/import-definitions.ts': ['decision.change'],
  },
  'most events and problems are none of its business': {
    'renderer/stores/live-run.ts': ['event.event'],
    'renderer/stores/verify/quick-fixes.ts': ['problem.code', 'code'],
  },
  'every other record is asked once': {
    'shared/rules/compiled/predicate-table.ts': ['this.#records[at]'],
  },
};

it('every switch over a union ends in unreachable, so that a new member is missed nowhere', () => {
  const open = readSourceTree()
    .filter(({ path, openSwitches }) => isProduct(path) && openSwitches.length > 0)
    .map(({ path, openSwitches }) => [path, openSwitches]);
  const known = Object.assign({}, ...Object.values(reasons));
  expect(Object.fromEntries(open)).toEqual(known);
});

it.each([
  ["switch (a.kind) { case 'x': return 1; default: return unreachable(a); }", []],
  ["switch (a.kind) { case 'x': return 1; }", ['a.kind']],
  ["switch (a.kind) { case 'x': return 1; default: return 2; }", ['a.kind']],
  ["switch (a) { case 'x': return unreachable(a); default: }", ['a']],
])('control: of %s', (body, open) => {
  expect(parseSource('control.ts', `function f(a) { ${body} }`).openSwitches).toEqual(open);
});

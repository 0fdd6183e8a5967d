import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { type ContextRuleEngine, engineSchema } from '../../../shared/model/rule.ts';
import { operatorNames } from '../../../shared/rules/operators.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { judgeDefinition } from './definition-file.ts';
import { engineKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { openProjectFolder } from './project-folder.ts';

const goldenFolder = join(import.meta.dirname, '../../../test/golden');
const goldenFiles = ['assemblies.json', 'author-a-rule.json', 'evaluations.json'];

/** Every engine anywhere in a value. */
function enginesIn(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(enginesIn);
  if (!isJsonObject(value)) return [];
  const own = engineSchema.safeParse(value).success ? [value] : [];
  return [...own, ...Object.values(value).flatMap(enginesIn)];
}

interface Style {
  readonly indent: string;
  readonly lineEnd: string;
  readonly colon: string;
  readonly start: string;
  readonly end: string;
  /** Which key comes first, for every object. */
  readonly rotation: number;
}

/** JSON as somebody may have typed it. */
function typed(value: unknown, style: Style, depth = 0): string {
  const line = style.lineEnd + style.indent.repeat(depth + 1);
  const last = style.lineEnd + style.indent.repeat(depth);
  const between = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : open + line + parts.join(`,${line}`) + last + close;
  if (Array.isArray(value))
    return between(
      '[',
      value.map(part => typed(part, style, depth + 1)),
      ']',
    );
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value);
  const start = keys.length === 0 ? 0 : style.rotation % keys.length;
  const rotated = [...keys.slice(start), ...keys.slice(0, start)];
  const parts = rotated.map(key => JSON.stringify(key) + style.colon + typed(value[key], style, depth + 1));
  return between('{', parts, '}');
}

const styles: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
  lineEnd: fc.constantFrom('', '\n', '\r\n'),
  colon: fc.constantFrom(':', ': ', ' : '),
  start: fc.constantFrom('', '\uFEFF', '\n', '  '),
  end: fc.constantFrom('', '\n', '\r\n', '\n\n'),
  rotation: fc.nat({ max: 5 }),
});

const json = fc.jsonValue({ maxDepth: 2 }).filter(value => !JSON.stringify(value).includes('"__proto__"'));
const unknownKeys = fc.dictionary(
  fc.constantFrom('x', 'é', '$schema', '__proto__', 'constructor', 'toString', '1', '0', 'a b', ''),
  json,
  { maxKeys: 4, noNullPrototype: true },
);
/** Objects with keys that nobody knows, some of which a careless copy would lose. */
const withUnknown = <Value extends object>(known: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc
    .tuple(known, unknownKeys)
    .map(
      ([value, others]) => Object.fromEntries([...Object.entries(others), ...Object.entries(value)]) as Value,
    ); // the known keys win

const rules = withUnknown(
  fc.record(
    {
      id: fc.string({ minLength: 1, maxLength: 8 }),
      name: fc.string({ maxLength: 8 }),
      description: fc.string({ maxLength: 8 }),
      priority: fc.constantFrom(0, -0, 1.5, -3, 1e21, 1e-7),
      enabled: fc.boolean(),
      tags: fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }),
      when: fc.array(
        withUnknown(
          fc.record(
            { field: fc.constant('addVar.x'), operator: fc.constantFrom(...operatorNames), value: json },
            { requiredKeys: ['field', 'operator'] },
          ),
        ),
        { maxLength: 3 },
      ),
      then: withUnknown(fc.record({ add_memories: fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }) })),
    },
    { requiredKeys: ['id', 'name', 'when', 'then'] },
  ),
);
const engines = withUnknown(
  fc.record({
    id: fc.constant('e'),
    name: fc.string({ minLength: 1, maxLength: 8 }),
    description: fc.string({ maxLength: 8 }),
    enabled: fc.boolean(),
    rules: fc.uniqueArray(rules, { maxLength: 4, selector: rule => rule.id }),
  }),
);

async function project() {
  const root = temporaryFolder();
  await mkdir(join(root, engineKind.folder), { recursive: true });
  const store = createDefinitionStore(openProjectFolder(root), engineKind);
  return {
    /** Opens a file, hands it through a door and back, saves it unedited, and gives what is on disk then. */
    async saveUnedited(id: string, text: string) {
      const path = join(root, engineKind.folder, `${id}.json`);
      await writeFile(path, text);
      const { value, hash } = await store.get(id);
      const returned: ContextRuleEngine = JSON.parse(JSON.stringify(value));
      const { change } = await store.save(returned, hash);
      return { change, text: await readFile(path, 'utf8') };
    },
  };
}

const plain: Style = { indent: '   ', lineEnd: '\r\n', colon: ' :', start: '', end: '', rotation: 2 };

it('leaves every engine of the golden cases as it is, byte for byte, when it is saved unedited', async () => {
  const texts = await Promise.all(goldenFiles.map(name => readFile(join(goldenFolder, name), 'utf8')));
  const found = texts.flatMap(text => enginesIn(JSON.parse(text)));
  expect(found.length).toBeGreaterThan(100);
  const { saveUnedited } = await project();
  for (const engine of found) {
    const text = typed(engine, plain);
    expect(await saveUnedited(String(engine.id), text)).toEqual({ change: 'unchanged', text });
  }
});

it('leaves engines in any style and with any keys as they are', async () => {
  const { saveUnedited } = await project();
  await fc.assert(
    fc.asyncProperty(engines, styles, async (engine, style) => {
      const text = style.start + typed(engine, style) + style.end;
      expect(await saveUnedited('e', text)).toEqual({ change: 'unchanged', text });
    }),
    { numRuns: propertyRuns(1000) },
  );
});

it('keeps every key and value of a file whose rules are edited, and writes it canonically', () => {
  fc.assert(
    fc.property(engines, styles, (engine, style) => {
      const judged = judgeDefinition(engineKind, 'e', typed(engine, style));
      if (judged.kind === 'problem') throw new Error(judged.problem.reason);
      const added = { id: 'new rule', name: 'New', when: [], then: { add_memories: [] } };
      const edited = { ...judged.value, rules: [...judged.value.rules, added] };
      const text = formatCanonicalJson(edited, engineKind.order);
      // An enabled rule does not say so.
      const said = { ...edited, rules: edited.rules.map(rule => withoutImplied(rule)) };
      expect(sortedText(JSON.parse(text))).toBe(sortedText(said));
      expect(formatCanonicalJson(JSON.parse(text), engineKind.order)).toBe(text);
      expect(text.endsWith('}\n') && !text.includes('\r')).toBe(true);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

const withoutImplied = (rule: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(rule).filter(([key, value]) => key !== 'enabled' || value !== true));

/** A value as text, whatever order its keys are in; assigning keys would lose some. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (!isJsonObject(value)) return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${sortedText(value[key])}`);
  return `{${parts.join()}}`;
}

import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { importKinds } from '../../shared/imports/import-kinds.ts';
import { memoryStarts } from '../../shared/memory-starts/memory-starts.ts';
import { stageNames } from '../../shared/model/assembled-context.ts';
import { originWords } from '../../shared/model/authority.ts';
import { configSchema } from '../../shared/model/config.ts';
import { exportFormats } from '../../shared/model/export-format.ts';
import { entityTypes } from '../../shared/model/profile-words.ts';
import { projectTemplates } from '../../shared/model/project-template.ts';
import { sections } from '../../shared/model/section.ts';
import { stepKinds } from '../../shared/pipeline/step-kinds.ts';
import { operators } from '../../shared/rules/operators.ts';
import { madeShapeNames, shapeLabels } from '../../shared/shapes/shape-names.ts';
import { germanTold, tellGerman } from '../../shared/texts/told-german.ts';
import { type Node, walk } from './parse-source.ts';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** Where what the studio shows is said: by the rules, the engine, the host and its storage. */
const says =
  /^(?:shared\/(?:audit|imports|instructions|memory-starts|model|pipeline|renaming|rules|shapes)\/|electron\/(?:(?:engine|services|storage)\/|host\/examine-host\.ts|start-app\.ts))/;
/** Texts for agents, models, files and the log, and lists of words. */
const forOthers =
  /^(?:shared\/(?:model\/(?:studio-command|block|authority|token-zone)|shapes\/turns|instructions\/imports|audit\/(?:passages|kinds\/contradiction))|electron\/(?:engine\/(?:handoff\/context-text|pipeline\/intent|ledger\/summarize-ledger|health\/(?:health-report|rune-record)|assembly\/render|fitting|conversation\/(?:talk-words|asks-about-past|chat-summarizer|extractive-arc|make-summary|stable-history))|services\/(?:flights|conversations\/(?:bundle-recipes|stable|retrieve-notes|store-conversation|describe|detect|moving|conversation-arc|kept)|exports\/export-formats|health\/saved-state|app\/fill-sample)|storage\/(?:salvage|database|embeddings|files\/managed-block)))/;

/** How a text is written in the code: places numbered, as the keys of the tables have them. */
function templatesOf(program: unknown): string[] {
  const found: string[] = [];
  visit(program, false);
  return found;

  function visit(value: unknown, isSaid: boolean): void {
    if (Array.isArray(value)) for (const one of value) visit(one, isSaid);
    else if (typeof value === 'object' && value !== null) look(value as Node, isSaid); // of the syntax tree
  }
  function look(node: Node, isSaid: boolean): void {
    const text = isSaid ? textOf(node) : undefined;
    if (text !== undefined && /[a-z]{2,} [a-z"{(“]/i.test(text)) found.push(text);
    for (const [key, child] of Object.entries(node)) visit(child, saidIn(node, key, isSaid));
  }
}

/** Messages, reasons and causes: what is thrown for a caller, and properties and functions that are called so. */
const said =
  /^(?:AppError|message|reason|because|why|words|help|effect|summary|description|detail|hint|error|todo|says)$/;

function saidIn(node: Node, key: string, isSaid: boolean): boolean {
  if (node.type === 'NewExpression') return key === 'arguments' && nameOf(node.callee) === 'AppError';
  if (node.type === 'Property') return key === 'value' && said.test(nameOf(node.key));
  if (node.type === 'VariableDeclarator') return key === 'init' && said.test(nameOf(node.id));
  if (/^(?:Call|Binary|Member|Tagged)/.test(node.type)) return false;
  if (node.type === 'ConditionalExpression') return isSaid && key !== 'test';
  return isSaid;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map(({ value }, at) => (at === 0 ? '' : `{${at}}`) + value.cooked).join('');
}

const nameOf = (name: unknown): string =>
  String(Reflect.get(Object(name), 'name') ?? Reflect.get(Object(name), 'value'));

const files = sourcePaths().filter(path => isProduct(path) && /^(?:shared|electron)\//.test(path));
const sentences: Readonly<Record<string, string>> = germanTold.sentences;
const kinds: Readonly<Record<string, string>> = germanTold.kinds;
const place = /\{\d+(?::condition)?\}/g;
const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(place)
      .map(part => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[^]*?')}$`,
  );
/** A key is a template, or one with a place filled: `is {1}, not more than {2}`. */
const keys = [...Object.keys(sentences), ...Object.keys(kinds)];
const hasGerman = (template: string) =>
  template in sentences ||
  template in kinds ||
  isFilledIn.has(template) ||
  (isTelling(template) && keys.some(key => patternOf(template).test(key)));
/** What has less text of its own, such as `{1} {2}`, fits any key: it stands among them itself. */
const isTelling = (template: string) =>
  (template.replace(place, ' ').match(/[a-z]{2,}/gi) ?? []).length > 1 || !place.test(template);
/** What stands in a place of a template whose keys have it filled in. */
const isFilledIn = new Set(['possibly fires', 'alone can', 'can fire together and']);

describe('what the rules, the engine and the host say', () => {
  // Each is parsed once for all of them.
  const parsed = files.map(path => {
    const { program } = parseSync(path, readText(path));
    return {
      path,
      templates: says.test(path) && !forOthers.test(path) ? templatesOf(program) : [],
      texts: path.startsWith('shared/texts/') ? [] : walk(program).flatMap(({ node }) => textOf(node) ?? []),
    };
  });
  const messages = parsed.flatMap(({ path, templates }) => templates.map(text => [path, text] as const));

  it('has its German', () => {
    expect(messages.length).toBeGreaterThan(500);
    const missing = messages.filter(([, text]) => !hasGerman(text));
    expect(missing.map(([path, text]) => `${path}: ${text}`)).toEqual([]);
  });

  it.each([
    ["throw new AppError('invalid', `there is no moon ${name}`);", 'there is no moon {1}'],
    [
      "const problem = { code: 'x', message: isNew ? 'it is not known' : `${a} and ${b}` };",
      'it is not known',
    ],
    ['const problem = { message: `${a} ${b}: and ${c}` };', '{1} {2}: and {3}'],
    ['const kind = { reason: (a, { show }) => `is ${show(a)}, and not blue` };', 'is {1}, and not blue'],
  ])('control: finds %s', (source, text) => {
    expect(templatesOf(parseSync('example.ts', source).program)).toContain(text);
    expect(hasGerman(text)).toBe(false);
  });

  it('has none that nobody says any more', () => {
    const known = new Set(parsed.flatMap(({ texts }) => texts));
    const filled = [...known].filter(text => /\{1\}/.test(text) && /[a-z]{2}/.test(text)).map(patternOf);
    const orphans = Object.keys(sentences).filter(
      key => !known.has(key) && !fromElsewhere.has(key) && !filled.some(pattern => pattern.test(key)),
    );
    expect(orphans).toEqual([]);
  });

  it('has the same places in German', () => {
    const places = (text: string) =>
      [...new Set(text.match(place)?.map(one => one.replace(':condition', '')))].sort().join();
    const wrong = Object.entries({ ...sentences, ...kinds }).filter(
      ([english, german]) => places(english) !== places(german),
    );
    expect(wrong).toEqual([]);
  });
});

/** What the library of schemas says, what lists are joined by, types of values, and what several functions make. */
const fromElsewhere = new Set([
  ' and ',
  ' or ',
  'boolean',
  'array',
  'undefined',
  'characters',
  'Invalid input: expected {1}, received {2}',
  'Too small: expected {1} to have >={2} {3}',
  'Too small: expected {1} to be >={2}',
  'Too big: expected {1} to have <={2} {3}',
  'Too big: expected {1} to be <={2}',
  'Invalid option: expected one of {1}',
  'Unrecognized key: {1}',
  // What the code joins of two.
  '{1} when {2}',
  '{1}, within the budget',
  '{1}, then {2}',
  '{1} was skipped: {2}',
  '{1} missing',
  '{1} empty',
  '{1} exactly {2}',
  '{1} just below {2}',
  '{1} just above {2}',
  '{1} just after {2}',
  '{1} just before {2}',
  '{1} an empty list',
  '{1} a list: {2}',
  '{1} as the text {2}',
  // Causes of what was left out, as words.
  'low authority',
  'max items',
  'redaction failed',
  'duplicate',
]);

it('every operator is told within a condition', () => {
  const german = tellGerman();
  const left = Object.values(operators).filter(
    ({ label }) => !german.text(`without "a b ${label} c"`).includes(`a b ${german.text(label)} c`),
  );
  expect(left.map(({ label }) => label)).toEqual([]);
});

describe('every label of a table', () => {
  const labels: Readonly<Record<string, readonly string[]>> = {
    operators: Object.values(operators).flatMap(({ label, symbol }) => [label, symbol]),
    steps: Object.values(stepKinds).flatMap(({ label, summary, params }) => [
      label,
      summary,
      ...Object.values(params).flatMap(
        (param: { label: string; help?: string; choices?: readonly string[] }) => [
          param.label,
          param.help ?? '',
          ...(param.label === 'Operator' ? [] : (param.choices ?? [])).map(choice =>
            choice.replaceAll('_', ' '),
          ),
        ],
      ),
    ]),
    sections: sections.map(section => section.replaceAll('_', ' ')),
    stages: stageNames,
    origins: Object.values(originWords),
    entities: entityTypes,
    imports: Object.values(importKinds).map(({ label }) => label),
    exports: Object.values(exportFormats).flatMap(({ name, description }) => [name, description]),
    shapes: madeShapeNames.map(name => shapeLabels[name]),
    beginnings: Object.values(memoryStarts).flatMap(({ label, description }) => [label, description]),
    templates: Object.values(projectTemplates).flatMap(({ title, text }) => [title, text]),
    settings: Object.values(configSchema.shape).map(({ description }) => description ?? ''),
  };
  const german = tellGerman();
  /** Signs, names of programs and formats, and words that are the same. */
  const isSame = (label: string) =>
    !/[a-z]{2}/.test(label) ||
    /^(?:Tokens|Status|Operator|Format|Name|Handler|Budget|budget|ShareGPT|pipelines|person|CLAUDE\.md|AGENTS\.md|LangChain \(\w+\)|LangSmith)$/i.test(
      label,
    );

  it.each(Object.entries(labels))('of %s has its German', (_, all) => {
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(label => german.text(label) === label && !isSame(label))).toEqual([]);
  });

  it('control: one that nobody translated is found', () => {
    expect(german.text('Brand new step')).toBe('Brand new step');
    expect(isSame('Brand new step')).toBe(false);
  });
});

import { parseSync } from 'vite';

/** One module named by another, as written. */
export interface ModuleReference {
  readonly specifier: string;
  /** True when nothing of it is left after compiling. */
  readonly typeOnly: boolean;
  /** Names that are taken out of it, types among them; `*` where it is taken as a whole. */
  readonly names: readonly string[];
}

export interface FunctionSize {
  readonly name: string;
  readonly lines: number;
  /** Without the named functions inside it, which are counted by themselves. */
  readonly ownLines: number;
}

/** What the architecture tests want to know of a file. */
export interface ParsedSource {
  readonly references: readonly ModuleReference[];
  readonly functions: readonly FunctionSize[];
  /** Names under which values and types are exported; `default` is none. */
  readonly exports: readonly string[];
  readonly hasDefaultExport: boolean;
  /** How many `as` with a type; `as const` is none. */
  readonly casts: number;
  /** Ways to the process's streams, in words: `process.stdout`, `console`, `inherit`, `writeSync(1)`, ... */
  readonly streams: readonly string[];
  /** What is looked at by each `switch` that does not end in `unreachable`. */
  readonly openSwitches: readonly string[];
  /** Names that the module itself keeps a growing or weak collection under: `new Map()`, `new WeakMap()`, ... */
  readonly memories: readonly string[];
}

/** A node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const referenceTypes = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

/** Reads imports, functions and a few habits from the syntax tree, so that strings and comments do not fool it. */
export function parseSource(path: string, text: string): ParsedSource {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const nodes = walk(program);
  const ofType = (types: readonly string[]) => nodes.filter(({ node }) => types.includes(node.type));
  return {
    references: [
      ...ofType(referenceTypes).flatMap(({ node }) => importOf(node)),
      ...ofType(['NewExpression']).flatMap(({ node }) => moduleUrlOf(node)),
    ],
    functions: measureFunctions(ofType(functionTypes), text),
    casts: ofType(['TSAsExpression', 'TSTypeAssertion']).filter(({ node }) => !isConst(node)).length,
    exports: module.staticExports.flatMap(({ entries }) => entries.flatMap(exportOf)),
    hasDefaultExport: ofType(['ExportDefaultDeclaration']).length > 0,
    streams: nodes.flatMap(({ node }) => streamOf(node)),
    openSwitches: ofType(['SwitchStatement']).flatMap(({ node }) => openSwitchOf(node, text)),
    memories: program.body.flatMap(statement => memoriesOf(statement)),
  };
}

/** A new member of a union must be a mistake that the compiler names wherever its kind is looked at. */
function openSwitchOf({ discriminant, cases }: Node, text: string): string[] {
  const otherwise = Array.isArray(cases) ? cases.find(({ test }) => test === null) : undefined;
  const ends = walk(otherwise).some(({ node }) => identifier(node.callee) === 'unreachable');
  const looked = Object(discriminant);
  return ends || !isNode(looked) ? [] : [text.slice(looked.start, looked.end)];
}

/** Of a statement of the module itself: collections that begin weak or empty, so that they are filled later. */
function memoriesOf(statement: unknown): string[] {
  const declaration = Reflect.get(Object(statement), 'declaration') ?? statement;
  const declarators = Reflect.get(Object(declaration), 'declarations');
  if (!Array.isArray(declarators)) return [];
  return declarators.flatMap(({ id, init }) => {
    if (init?.type !== 'NewExpression') return [];
    const isWeak = ['WeakMap', 'WeakSet'].includes(init.callee.name);
    const isEmpty = ['Map', 'Set'].includes(init.callee.name) && init.arguments.length === 0;
    // One that is declared as something that cannot be changed stays empty.
    const declared = id.typeAnnotation?.typeAnnotation?.typeName?.name ?? init.callee.name;
    return isWeak || (isEmpty && declared === init.callee.name) ? [String(id.name)] : [];
  });
}
const isConst = ({ typeAnnotation }: Node): boolean =>
  identifier(Reflect.get(Object(typeAnnotation), 'typeName')) === 'const';

const streamNames: readonly (string | undefined)[] = ['stdout', 'stderr'];
const streamPlaces: readonly (string | undefined)[] = [
  'node:console',
  'node:process',
  'node:tty',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/tty',
  'inherit',
];

/** Of one node, what leads to the streams of this process; those of a child are other things of the same name. */
function streamOf(node: Node): string[] {
  const text = node.type === 'Literal' ? literal(node) : undefined;
  if (text !== undefined) return streamPlaces.includes(text) ? [text] : [];
  if (node.type === 'MemberExpression') return membersOf(node);
  if (node.type === 'VariableDeclarator' && identifier(node.init) === 'process') return takenOut(node.id);
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return [];
  const [handle] = node.arguments;
  const isHandle =
    typeof handle === 'object' && handle !== null && [1, 2].includes(Reflect.get(handle, 'value'));
  const name = identifier(node.callee) ?? identifier(Reflect.get(Object(node.callee), 'property'));
  return isHandle && name?.startsWith('write') ? [`${name}(${Reflect.get(Object(handle), 'value')})`] : [];
}

function membersOf({ object, property }: Node): string[] {
  if (identifier(object) === 'console') return ['console'];
  const name = identifier(property) ?? literal(property);
  const isProcess =
    identifier(object) === 'process' || identifier(Reflect.get(Object(object), 'property')) === 'process';
  return isProcess && streamNames.includes(name) ? [`process.${name}`] : [];
}

function takenOut(pattern: unknown): string[] {
  const properties: unknown = Reflect.get(Object(pattern), 'properties');
  const names = Array.isArray(properties) ? properties.map(({ key }) => identifier(key)) : [];
  return names.filter(name => streamNames.includes(name)).map(name => `process.${name}`);
}

interface Visit {
  readonly node: Node;
  readonly parent: Node | undefined;
}

function measureFunctions(visits: readonly Visit[], text: string): FunctionSize[] {
  const functions = visits.map(({ node, parent }) => ({
    node,
    name: nameOf(node) ?? nameOf(parent),
    lines: text.slice(node.start, node.end).split('\n').length,
  }));
  const named = functions.filter(({ name }) => name !== undefined);
  const isInside = (inner: Node, outer: Node) =>
    inner !== outer && inner.start >= outer.start && inner.end <= outer.end;
  return functions.map(({ node, name = 'anonymous', lines }) => {
    const nested = named.filter(inner => isInside(inner.node, node));
    const outermost = nested.filter(({ node: one }) => !nested.some(other => isInside(one, other.node)));
    return { name, lines, ownLines: outermost.reduce((left, inner) => left - inner.lines, lines) };
  });
}

/** Every node below a value, with the one around it. */
export function walk(value: unknown): Visit[] {
  const visits: Visit[] = [];
  collect(value, undefined, visits);
  return visits;
}

/** Into one list: as generators within each other it would take three times as long. */
function collect(value: unknown, parent: Node | undefined, visits: Visit[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const child of value) collect(child, parent, visits);
    return;
  }
  const node = isNode(value) ? value : undefined;
  if (node !== undefined) visits.push({ node, parent });
  for (const child of Object.values(value)) collect(child, node ?? parent, visits);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value;
}

function importOf(node: Node): ModuleReference[] {
  const specifier = literal(node.source);
  if (specifier === undefined) return [];
  const typeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
  return [{ specifier, typeOnly, names: namesOf(node) }];
}

function namesOf({ type, specifiers }: Node): string[] {
  if (!Array.isArray(specifiers)) return ['*'];
  const key = type === 'ExportNamedDeclaration' ? 'local' : 'imported';
  return specifiers.map(specifier => identifier(specifier[key]) ?? '*');
}

type ExportEntry = ReturnType<typeof parseSync>['module']['staticExports'][number]['entries'][number];

function exportOf({ exportName: { kind, name } }: ExportEntry): string[] {
  return kind !== 'Name' || name === null ? [] : [name];
}

/** `new URL('./x.worker.ts', import.meta.url)` loads a module too. */
function moduleUrlOf(node: Node): ModuleReference[] {
  if (identifier(node.callee) !== 'URL' || !Array.isArray(node.arguments)) return [];
  const specifier = literal(node.arguments[0]);
  return specifier !== undefined && /^\..*\.tsx?$/.test(specifier)
    ? [{ specifier, typeOnly: false, names: [] }]
    : [];
}

function nameOf(node: Node | undefined): string | undefined {
  return identifier(node?.id) ?? identifier(node?.key);
}

function identifier(value: unknown): string | undefined {
  return field(value, 'name');
}

function literal(value: unknown): string | undefined {
  return field(value, 'value');
}

function field(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : undefined;
}

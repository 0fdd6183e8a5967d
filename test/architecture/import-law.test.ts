import { describe, expect, it } from 'vitest';
import { type Edge, edgesOf, isProduct, readSourceTree, readText } from './source-tree.ts';
import { allowanceOf, electronFiles, portsFile, streamFiles, tables, type Zone, zoneOf } from './zones.ts';

const tree = readSourceTree();
const product = tree.filter(file => isProduct(file.path));
const edges = product.flatMap(edgesOf);

const describeEdge = ({ from, target }: Edge): string =>
  `${from} -> ${'file' in target ? target.file : target.package}`;

function isAllowed(edge: Edge): boolean {
  const from = zoneOf(edge.from);
  if (from === undefined) return false;
  const { target } = edge;
  if (!('file' in target)) return isPackageAllowed(from, target.package);
  if (edge.typeOnly && target.file === portsFile && edge.from.startsWith('electron/')) return true;
  if (allowanceOf(from.name).files?.includes(target.file)) return true;
  const to = zoneOf(target.file);
  if (to === undefined) return false;
  return to.name === from.name ? to.part === from.part : allowanceOf(from.name).zones.includes(to.name);
}

function isPackageAllowed(from: Zone, name: string): boolean {
  const { packages } = allowanceOf(from.name);
  return packages === 'any' || packages.includes(name);
}

const packageEdges = (name: string): string[] =>
  edges.filter(({ target }) => 'package' in target && target.package === name).map(edge => edge.from);

describe('the import law', () => {
  it('knows the zone of every product file', () => {
    expect(product.filter(file => zoneOf(file.path) === undefined).map(file => file.path)).toEqual([]);
  });

  it('lets no file import what its zone may not', () => {
    expect(edges.filter(edge => !isAllowed(edge)).map(describeEdge)).toEqual([]);
  });

  it('keeps electron to the files of the desktop shell', () => {
    expect(packageEdges('electron').filter(path => !electronFiles.test(path))).toEqual([]);
  });

  it('knows one way from the token of a running server to a client, which proves the server first', () => {
    const importing = (target: string) =>
      edges
        .filter(edge => !edge.typeOnly && 'file' in edge.target && edge.target.file === target)
        .map(({ from }) => from);
    expect([
      importing('electron/shells/http/token-file.ts'),
      importing('electron/sdk/create-client.ts'),
    ]).toEqual([['electron/cli/announced-servers.ts'], ['electron/cli/announced-servers.ts']]);
  });

  it("keeps Node's modules out of the studio", () => {
    expect(packageEdges('node:').filter(path => path.startsWith('renderer/'))).toEqual([]);
  });

  it.each([
    ['shared/model/rule.ts', 'electron/engine/ports.ts'],
    ['electron/engine/assembly/assemble.ts', 'electron/platform/world.ts'],
    ['electron/storage/files/json-text.ts', 'electron/engine/rules/test-condition.ts'],
    ['electron/services/dispatch.ts', 'electron/shells/http.ts'],
    ['electron/shells/http.ts', 'electron/storage/files/json-text.ts'],
    ['electron/preload.ts', 'electron/main.ts'],
    ['electron/preload.ts', 'electron/shells/ipc.ts'],
    ['electron/main.ts', 'electron/preload.ts'],
    ['renderer/features/rules/RuleInspector.tsx', 'renderer/features/memories/MemoriesList.tsx'],
    ['renderer/features/rules/RuleInspector.tsx', 'electron/engine/rules/test-condition.ts'],
    ['renderer/ui/Button.tsx', 'renderer/stores/documents.ts'],
    ['renderer/stores/documents.ts', 'renderer/features/rules/RulesList.tsx'],
    ['renderer/App.tsx', 'test/support/anything.ts'],
  ])('forbids %s to import %s', (from, file) => {
    expect(isAllowed({ from, typeOnly: false, target: { file } })).toBe(false);
  });

  it.each([
    ['electron/engine/assembly/assemble.ts', 'node:'],
    ['shared/contract/contract.ts', 'react'],
    ['renderer/worker/evaluate.worker.ts', 'electron'],
  ])('forbids %s to use %s', (from, name) => {
    expect(isAllowed({ from, typeOnly: true, target: { package: name } })).toBe(false);
  });

  it('has no circle of modules', () => {
    expect(findCircle(edges.filter(edge => !edge.typeOnly))).toBeUndefined();
  });

  it.each(['shared', 'electron/engine'])('compiles %s without any platform', folder => {
    const { compilerOptions } = JSON.parse(readText(`${folder}/tsconfig.json`));
    expect(compilerOptions).toEqual({ lib: ['ES2023'], types: [] });
  });
});

describe('every source file', () => {
  it('has at most 300 lines, tables and tests aside', () => {
    const long = product.filter(file => file.lines > 300 && !tables.includes(file.path));
    expect(long.map(file => `${file.path}: ${file.lines}`)).toEqual([]);
  });

  it('keeps functions to 50 lines of their own, with those inside them to 120', () => {
    const sizes = product.flatMap(file => file.functions.map(size => ({ path: file.path, ...size })));
    const isComponent = (name: string) => /^[A-Z]/.test(name);
    const long = sizes.filter(
      ({ name, lines, ownLines }) => lines > 120 || (ownLines > 50 && !isComponent(name)),
    );
    expect(long.map(({ path, name, lines }) => `${path} ${name}: ${lines}`)).toEqual([]);
  });

  it('exports by name, configuration aside', () => {
    const exporting = tree.filter(file => file.hasDefaultExport && !/^[^/]+\.config\.ts$/.test(file.path));
    expect(exporting.map(file => file.path)).toEqual([]);
  });

  it('leaves the streams of the process to the one file that makes names visible', () => {
    // In a page `inherit` is a word of its style sheets.
    const ways = product.flatMap(({ path, streams }) => streams.map(way => ({ path, way })));
    const own = ways.filter(({ path, way }) => !(path.startsWith('renderer/') && way === 'inherit'));
    expect(own.filter(({ path }) => !streamFiles.test(path))).toEqual([]);
    expect(own.some(({ path }) => path === 'electron/cli/terminal.ts')).toBe(true);
  });

  it('has a name that says what it is', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|index)\.tsx?$/;
    expect(tree.filter(file => vague.test(file.path)).map(file => file.path)).toEqual([]);
  });
});

/** A path of modules that ends where it begins, or undefined. */
function findCircle(all: readonly Edge[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, target } of all)
    if ('file' in target) next.set(from, [...(next.get(from) ?? []), target.file]);
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    const begin = trail.indexOf(path);
    if (begin >= 0) return [...trail.slice(begin), path];
    if (done.has(path)) return undefined;
    const circle = firstDefined(next.get(path) ?? [], target => visit(target, [...trail, path]));
    done.add(path);
    return circle;
  };
  return firstDefined([...next.keys()], path => visit(path, []));
}

function firstDefined<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { describe, expect, it } from 'vitest';
import { findCircles } from './circles.ts';
import { type Edge, edgesOf, isProduct, readSourceTree, readText } from './source-tree.ts';
import {
  electronFiles,
  floorOf,
  floors,
  isAllowed,
  rememberingModules,
  streamFiles,
  tables,
  zoneOf,
} from './zones.ts';

const tree = readSourceTree();
const product = tree.filter(file => isProduct(file.path));
const edges = product.flatMap(edgesOf);

const describeEdge = ({ from, target }: Edge): string =>
  `${from} -> ${'file' in target ? target.file : target.package}`;

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
      importing('electron/cli/proven-transport.ts'),
      importing('electron/cli/prove-connection.ts'),
    ]).toEqual([
      ['electron/cli/announced-servers.ts', 'electron/host/warm-call.ts'],
      ['electron/host/running-weft.ts', 'electron/host/weft-door.ts', 'electron/sdk-node.ts'],
      ['electron/cli/announced-servers.ts'],
      ['electron/cli/proven-transport.ts', 'electron/host/warm-call.ts'],
    ]);
  });

  it("keeps Node's modules out of the studio", () => {
    expect(packageEdges('node:').filter(path => path.startsWith('renderer/'))).toEqual([]);
  });

  it.each([
    ['shared/model/rule.ts', 'electron/engine/ports.ts'],
    ['electron/engine/assembly/assemble.ts', 'electron/platform/world.ts'],
    ['electron/storage/files/json-text.ts', 'electron/engine/assembly/assemble.ts'],
    ['electron/services/app/dispatch.ts', 'electron/shells/http.ts'],
    ['electron/shells/http.ts', 'electron/storage/files/json-text.ts'],
    ['electron/preload.ts', 'electron/main.ts'],
    ['electron/preload.ts', 'electron/shells/ipc.ts'],
    ['electron/main.ts', 'electron/preload.ts'],
    ['renderer/features/rules/RuleInspector.tsx', 'renderer/features/memories/MemoriesList.tsx'],
    ['renderer/features/rules/RuleInspector.tsx', 'electron/engine/assembly/assemble.ts'],
    ['renderer/worker/evaluate-documents.ts', 'electron/engine/assembly/assemble.ts'],
    ['shared/rules/evaluation/test-condition.ts', 'electron/engine/assembly/assemble.ts'],
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

  it('has no circle of modules, types included', () => {
    expect(findCircles(edges)).toEqual([]);
  });

  it('control: sees a circle, however long, also one that types alone close', () => {
    const edge = (from: string, file: string, typeOnly = false): Edge => ({
      from,
      typeOnly,
      target: { file },
    });
    const all = [edge('a', 'b'), edge('b', 'c'), edge('c', 'b', true), edge('c', 'd'), edge('e', 'e')];
    expect(findCircles(all)).toEqual([['b', 'c'], ['e']]);
  });

  it.each(['shared', 'electron/engine'])('compiles %s without any platform', folder => {
    const { compilerOptions } = JSON.parse(readText(`${folder}/tsconfig.json`));
    expect(compilerOptions).toEqual({ lib: ['ES2024'], types: [] });
  });
});

/** Within the services every arrow stays on its floor or goes down. */
function goesUp({ from, target }: Edge): boolean {
  const [own, other] = [floorOf(from), 'file' in target ? floorOf(target.file) : undefined];
  return own !== undefined && other !== undefined && (own < other || other < 0);
}

describe('the floors of the services', () => {
  it('hold every service', () => {
    expect(product.filter(({ path }) => floorOf(path) === -1).map(({ path }) => path)).toEqual([]);
  });

  it('are never left upwards, types included', () => {
    expect(edges.filter(goesUp).map(describeEdge)).toEqual([]);
  });

  it.each(floors.slice(0, -1).map((floor, at) => [floor, floors[at + 1]] as const))(
    'control: %s may not know %s, which may know it',
    (lower, upper) => {
      const arrow = (from: string, to: string): Edge => ({
        from: `electron/services/${from}/a.ts`,
        typeOnly: true,
        target: { file: `electron/services/${to}/b.ts` },
      });
      expect([goesUp(arrow(lower, String(upper))), goesUp(arrow(String(upper), lower))]).toEqual([
        true,
        false,
      ]);
    },
  );

  it.each(floors.slice(1, -1))('have the handlers of %s in the file of that name', floor => {
    expect(product.map(({ path }) => path)).toContain(`electron/services/${floor}/${floor}.ts`);
  });

  it('leave the whole of a call to what puts it together: others say what of it they take', () => {
    const naming = product.filter(({ path }) => /^electron\/services\/.*\.ts$/.test(path));
    const whole = naming.filter(({ path }) => /(^|[^\w.])call: Call\b/.test(readText(path)));
    expect(whole.map(({ path }) => path)).toEqual([]);
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
    const exporting = tree.filter(file => file.hasDefaultExport && !/\.config\.ts$/.test(file.path));
    expect(exporting.map(file => file.path)).toEqual([]);
  });

  it('leaves the streams of the process to the one file that makes names visible', () => {
    // In a page `inherit` is a word of its style sheets.
    const ways = product.flatMap(({ path, streams }) => streams.map(way => ({ path, way })));
    const own = ways.filter(({ path, way }) => !(path.startsWith('renderer/') && way === 'inherit'));
    expect(own.filter(({ path }) => !streamFiles.test(path))).toEqual([]);
    expect(own.some(({ path }) => path === 'electron/cli/terminal.ts')).toBe(true);
  });

  it('keeps nothing by itself that hangs on an open project', () => {
    const keeping = product.filter(({ memories }) => memories.length > 0).map(({ path }) => path);
    expect(keeping).toEqual(Object.keys(rememberingModules).sort());
  });

  it('has a name that says what it is', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|index)\.tsx?$/;
    expect(tree.filter(file => vague.test(file.path)).map(file => file.path)).toEqual([]);
  });
});

describe('every control of the studio', () => {
  const tested = tree
    .filter(({ path }) => /^renderer\/.*\.browser\.test\.tsx$/.test(path))
    .flatMap(edgesOf)
    .flatMap(({ target }) => ('file' in target ? [target.file] : []));
  const untested = (controls: readonly string[]) => controls.filter(path => !tested.includes(path));

  it('is shown by itself in a browser by a test', () => {
    const controls = product.map(({ path }) => path).filter(path => controlFiles.test(path));
    expect(controls.length).toBeGreaterThan(50);
    expect(untested(controls)).toEqual([]);
  });

  it('control: one that no such test imports is found', () => {
    expect(untested(['renderer/ui/Button.tsx', 'renderer/ui/New.tsx'])).toEqual(['renderer/ui/New.tsx']);
  });
});

/** Controls, and what stands in the right panel of a view. */
const controlFiles = /^renderer\/(?:ui\/[A-Z][^/]*|features\/.*Inspector)\.tsx$/;

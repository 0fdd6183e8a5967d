import type { Edge } from './source-tree.ts';

/** The parts between which the import law holds. A feature of the studio is a zone of its own. */
export const zoneNames = [
  'shared',
  'engine',
  'storage',
  'platform',
  'services',
  'shells',
  'sdk',
  'workers',
  'in-process',
  'preload',
  'window',
  'entry',
  'building',
  'browser',
  'texts',
  'ui',
  'api',
  'stores',
  'studio worker',
  'feature',
  'studio',
] as const;
export type ZoneName = (typeof zoneNames)[number];

export interface Zone {
  readonly name: ZoneName;
  /** Which feature, for features. */
  readonly part?: string;
}

/**
 * First match wins. `entry` is what sees everything: the command line, the desktop's main file and what they share.
 * `building` makes the program from its sources and is no part of it.
 */
const placement: readonly (readonly [RegExp, ZoneName])[] = [
  [/^shared\//, 'shared'],
  [/^electron\/engine\//, 'engine'],
  [/^electron\/storage\//, 'storage'],
  [/^electron\/platform\//, 'platform'],
  [/^electron\/services\//, 'services'],
  [/^electron\/shells\//, 'shells'],
  [/^electron\/sdk\//, 'sdk'],
  [/^electron\/workers\//, 'workers'],
  [/^electron\/in-process\//, 'in-process'],
  [/^electron\/preload\.ts$/, 'preload'],
  [/^electron\/(window|menu)\.ts$/, 'window'],
  [/^electron\/(cli|host|main|start-app|sdk-node)(\.ts$|\/)/, 'entry'],
  [/^electron\/(launch|packaging)(\.ts$|\/)/, 'building'],
  [/^renderer\/browser-storage\.ts$/, 'browser'],
  [/^renderer\/texts\//, 'texts'],
  [/^renderer\/ui\//, 'ui'],
  [/^renderer\/api\//, 'api'],
  [/^renderer\/stores\//, 'stores'],
  [/^renderer\/worker\//, 'studio worker'],
  [/^renderer\/features\//, 'feature'],
  [/^renderer\/[^/]+$/, 'studio'],
];

export function zoneOf(path: string): Zone | undefined {
  const name = placement.find(([pattern]) => pattern.test(path))?.[1];
  if (name !== 'feature') return name === undefined ? undefined : { name };
  const part = path.split('/')[2];
  return part === undefined ? undefined : { name, part };
}

interface Allowance {
  readonly zones: readonly ZoneName[];
  /** Packages, `node:` for Node's own modules. `any` where the zone meets the world. */
  readonly packages: readonly string[] | 'any';
  /** Single files outside these zones. */
  readonly files?: readonly string[];
}

/** Who may import whom (the architecture's import law); within itself a zone is free, a feature within itself only. */
export const importLaw = {
  shared: { zones: [], packages: ['zod', 're2js'] },
  engine: { zones: ['shared'], packages: ['zod', 're2js'] },
  storage: { zones: ['shared'], packages: ['node:', 'better-sqlite3', 'jsonc-parser', 'stemmer', 'zod'] },
  platform: {
    zones: ['shared'],
    packages: [
      'node:',
      'gpt-tokenizer',
      'openai',
      '@tensorflow/tfjs-backend-wasm',
      '@tensorflow/tfjs-converter',
      '@tensorflow/tfjs-core',
    ],
  },
  services: { zones: ['shared', 'engine', 'storage'], packages: ['node:', 'zod', 'picomatch', 'yaml'] },
  shells: {
    zones: ['shared', 'services'],
    packages: ['node:', 'hono', '@hono/node-server', '@modelcontextprotocol/server', 'ws', 'zod'],
  },
  sdk: { zones: ['shared'], packages: [] },
  workers: { zones: ['shared', 'engine', 'storage', 'platform', 'services'], packages: 'any' },
  'in-process': {
    zones: ['shared', 'engine', 'storage', 'platform', 'services'],
    packages: ['node:', 'zod'],
  },
  preload: { zones: ['shared'], packages: ['electron'], files: ['electron/shells/channels.ts'] },
  window: { zones: ['shared', 'shells'], packages: ['electron', 'node:'] },
  entry: {
    zones: [
      'shared',
      'engine',
      'storage',
      'platform',
      'services',
      'shells',
      'sdk',
      'workers',
      'in-process',
      'window',
    ],
    packages: 'any',
    files: ['package.json'],
  },
  building: { zones: ['shared'], packages: 'any' },
  browser: { zones: [], packages: [] },
  texts: { zones: ['shared', 'browser'], packages: ['react'] },
  ui: { zones: ['shared', 'browser', 'texts'], packages: 'any' },
  api: { zones: ['shared', 'texts'], packages: 'any' },
  stores: { zones: ['shared', 'browser', 'texts', 'api', 'studio worker'], packages: 'any' },
  'studio worker': { zones: ['shared', 'texts'], packages: [] },
  feature: { zones: ['shared', 'browser', 'texts', 'api', 'stores', 'ui'], packages: 'any' },
  studio: { zones: ['shared', 'browser', 'texts', 'api', 'stores', 'ui', 'feature'], packages: 'any' },
} as const satisfies Record<ZoneName, Allowance>;

/** Looks the law up with its declared shape instead of its literal one. */
const allowanceOf = (name: ZoneName): Allowance => importLaw[name];

/** The engine's words for the world. Types only, so whoever implements or calls a port may name them. */
const portsFile = 'electron/engine/ports.ts';

/** Whether the law lets a file name the other. */
export function isAllowed(edge: Edge): boolean {
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

/** The only files that may import `electron`. */
export const electronFiles = /^electron\/(main|preload|window|menu)(\.ts$|\/)/;

/**
 * The only files that know the process's streams: the command's terminal, through which all output goes, the desktop's
 * main file for its log, whose lines are escaped where they are made, and what builds from the sources.
 */
export const streamFiles = /^electron\/(cli\/terminal\.ts$|host\/hook\.ts$|main\.ts$|launch(\.ts$|\/))/;

/** Tables of data may be longer than code: one row a line. */
export const tables: readonly string[] = ['shared/redaction/vendor-kinds.ts'];

/**
 * The floors of `electron/services`, from the ground up: `project` is what every handler may need of an open project,
 * then one folder for each group of the contract, `app` is what puts them together. A folder imports itself and the
 * floors below it; what two need goes down a floor, never sideways or up.
 */
export const floors: readonly string[] = [
  'project',
  'backups',
  'config',
  'content',
  'rules',
  'memories',
  'samples',
  'recordings',
  'contracts',
  'assembly',
  'tests',
  'ledger',
  'audit',
  'handoff',
  'health',
  'flights',
  'conversations',
  'topics',
  'imports',
  'exports',
  'app',
];

/** The floor of a service, -1 where its folder is none; undefined for what is no service. */
export function floorOf(path: string): number | undefined {
  const folder = /^electron\/services\/([^/]+)/.exec(path)?.[1];
  return folder === undefined ? undefined : floors.indexOf(folder);
}

/**
 * The only modules that may keep something themselves. What hangs on an open project is kept by that project
 * (`storage/kept-parts.ts`); these are about no project: what follows from one object that never changes is kept under
 * that object and goes with it.
 */
export const rememberingModules: Readonly<Record<string, string>> = {
  'shared/model/clean-scan.ts': 'what was found in a text, with the frozen element it stands in',
  'shared/model/names.ts': 'by schema of the contract, which never changes: whether it has names',
  'shared/contract/procedure.ts': 'which procedures take a request',
  'shared/model/check-shape.ts': 'schemas that were made ready',
  'shared/rules/evaluation/evaluation-warnings.ts': 'which fields of an engine are compared as text',
  'electron/engine/assembly/definitions-by-id.ts': 'a list of definitions by id',
  'electron/engine/assembly/call-memories.ts': 'memories whose shape was judged',
  'shared/pipeline/needed-names.ts': 'what a list of steps asks for',
  'electron/engine/pipeline/run-pipeline.ts': 'what a memory reads',
  'electron/services/project/trust-acts.ts': 'hashes of definitions',
  'electron/services/project/withheld-definitions.ts': 'an engine without what waits for the user',
  'electron/platform/count-exact.ts': 'the tables of encodings, which never change',
  'electron/storage/database/sqlite.ts': 'statements of a connection, which end with it',
  'electron/storage/database/foreign-schema.ts': 'the schema that migrations make, one for the program',
  'electron/storage/bulk/work-aside.ts': 'threads that rest, with nothing open, one pool for the program',
  'electron/storage/full-text/terms.ts': 'stems of words, one bounded table for the program',
  'renderer/stores/problems.ts': 'marks of a list of problems',
  'renderer/stores/leave-page.ts': 'who else may have something unsaved, by the modules themselves',
  'renderer/stores/layouts.ts': 'engines with the rules that are begun, by the engines themselves',
  'renderer/stores/solo.ts': 'engines with all rules muted but one, by the engines themselves',
  'renderer/features/conversations/inspector/use-edited.ts':
    'which topics and entities of any project are not as they are stored, by the path of the project',
  'renderer/features/ledger/timeline/Timeline.tsx': 'the row of a record',
  'renderer/stores/rules-of-engine.ts': 'the rules of an engine by id',
  'renderer/features/shell/regions.ts':
    'where the focus was in a part of the page, for as long as that is there',
  'renderer/features/rules/use-rule.ts': 'tokens of an assembled context by memory',
  'renderer/ui/begun-texts.ts': 'JSON that could not be taken over yet, by its project and document',
  'renderer/ui/field-place.ts': 'what is half typed in a field, by its project, document and place',
  'renderer/ui/SplitPane.tsx': 'pixels that panels share, by their group',
  'renderer/ui/findable.ts': 'what can be found in elements that are drawn; gone with them',
};

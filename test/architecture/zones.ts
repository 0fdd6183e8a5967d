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
  'preload',
  'window',
  'entry',
  'building',
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
  [/^electron\/preload\.ts$/, 'preload'],
  [/^electron\/(window|menu)\.ts$/, 'window'],
  [/^electron\/(cli|main|start-app)(\.ts$|\/)/, 'entry'],
  [/^electron\/(launch|packaging)(\.ts$|\/)/, 'building'],
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
  preload: { zones: ['shared'], packages: ['electron'], files: ['electron/shells/channels.ts'] },
  window: { zones: ['shared', 'shells'], packages: ['electron', 'node:'] },
  entry: {
    zones: ['shared', 'engine', 'storage', 'platform', 'services', 'shells', 'sdk', 'workers', 'window'],
    packages: 'any',
    files: ['package.json'],
  },
  building: { zones: ['shared'], packages: 'any' },
  ui: { zones: ['shared'], packages: 'any' },
  api: { zones: ['shared'], packages: 'any' },
  stores: { zones: ['shared', 'api', 'studio worker'], packages: 'any' },
  'studio worker': { zones: ['shared', 'engine'], packages: [] },
  feature: { zones: ['shared', 'api', 'stores', 'ui'], packages: 'any' },
  studio: { zones: ['shared', 'api', 'stores', 'ui', 'feature'], packages: 'any' },
} as const satisfies Record<ZoneName, Allowance>;

/** Looks the law up with its declared shape instead of its literal one. */
export const allowanceOf = (name: ZoneName): Allowance => importLaw[name];

/** The engine's words for the world. Types only, so whoever implements or calls a port may name them. */
export const portsFile = 'electron/engine/ports.ts';

/** The only files that may import `electron`. */
export const electronFiles = /^electron\/(main|preload|window|menu)(\.ts$|\/)/;

/**
 * The only files that know the process's streams: the command's terminal, through which all output goes, the desktop's
 * main file for its log, whose lines are escaped where they are made, and what builds from the sources.
 */
export const streamFiles = /^electron\/(cli\/terminal\.ts$|main\.ts$|launch(\.ts$|\/))/;

/** Tables of data may be longer than code: one row a line. */
export const tables: readonly string[] = ['electron/engine/redaction/vendor-kinds.ts'];

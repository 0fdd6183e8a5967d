/** What is built from what. `outputs` are checked for existence only. */
export const buildTargets = {
  node: {
    mode: 'node',
    sources: ['electron/**/*', 'shared/**/*.ts', 'vite.config.ts', 'package-lock.json'],
    outputs: ['cli.cjs', 'cli.js', 'command.js', 'main.js'],
  },
  hook: {
    mode: 'hook',
    sources: ['electron/**/*.ts', 'shared/**/*.ts', 'vite.config.ts', 'package.json', 'package-lock.json'],
    outputs: ['hook.cjs'],
  },
  preload: {
    mode: 'preload',
    sources: ['electron/preload.ts', 'electron/shells/channels.ts', 'vite.config.ts', 'package-lock.json'],
    outputs: ['preload.cjs'],
  },
  sdk: {
    mode: 'sdk',
    sources: [
      'electron/sdk/**/*.ts',
      'electron/launch/sdk-declarations.ts',
      'shared/**/*.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    outputs: ['sdk.js', 'sdk.d.ts'],
  },
  sdkNode: {
    mode: 'sdk-node',
    sources: [
      'electron/**/*.ts',
      'electron/sdk/README.md',
      'shared/**/*.ts',
      'vite.config.ts',
      'package.json',
      'package-lock.json',
    ],
    outputs: ['sdk-node.js', 'client/package.json'],
  },
  engine: {
    mode: 'engine',
    sources: [
      'electron/**/*.ts',
      'electron/in-process/README.md',
      'shared/**/*.ts',
      'vite.config.ts',
      'package.json',
      'package-lock.json',
    ],
    outputs: ['engine/engine.js', 'engine/package.json'],
  },
  studio: {
    mode: 'production',
    sources: [
      'renderer/**/*',
      'shared/**/*.ts',
      'electron/engine/**/*.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    outputs: ['renderer/index.html'],
  },
} as const;
export type BuildTarget = keyof typeof buildTargets;

export const allTargets = [
  'node',
  'hook',
  'preload',
  'sdk',
  'sdkNode',
  'engine',
  'studio',
] as const satisfies readonly BuildTarget[];

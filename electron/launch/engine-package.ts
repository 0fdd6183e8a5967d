/** The modules of the engine's package, by the name of their file. */
export const engineEntries = {
  engine: 'electron/in-process/create-weft.ts',
  rules: 'electron/in-process/rules.ts',
  'ai-sdk': 'electron/in-process/adapters/ai-sdk.ts',
  langchain: 'electron/in-process/adapters/langchain.ts',
  mastra: 'electron/in-process/adapters/mastra.ts',
} as const;

interface OwnPackage {
  readonly version: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly author: string;
}

const exported = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

/**
 * The engine as a package of its own, for programs that have no use for a studio and its native module. Exact token counts
 * need the tables of `gpt-tokenizer`, which are larger than all of this, so whoever wants them installs it beside.
 */
export function enginePackage({ version, keywords, license, author }: OwnPackage): string {
  const others = Object.keys(engineEntries).filter(name => name !== 'engine');
  const about = {
    name: '@weft/engine',
    version,
    description:
      'The engine of Weft within your program: rules, memories and assembly of context, without a server.',
    keywords,
    license,
    author,
    type: 'module',
    engines: { node: '>=20.12' },
    exports: {
      '.': exported('engine'),
      ...Object.fromEntries(others.map(name => [`./${name}`, exported(name)])),
      './package.json': './package.json',
    },
    sideEffects: false,
    peerDependencies: { 'gpt-tokenizer': '^4.0.0' },
    peerDependenciesMeta: { 'gpt-tokenizer': { optional: true } },
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}

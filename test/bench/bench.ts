import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installTools } from '../support/install-tools.ts';
import { benchInTurn } from './bench-in-turn.ts';

export interface BenchOptions {
  readonly print: (line: string) => void;
  /** Folder of the conversations for `recall`. */
  readonly data: string;
  /** Also the sizes that take minutes. */
  readonly isLong: boolean;
  /** Only what has this in its name, where a bench measures many things. */
  readonly only: string;
  /** A checkout of another state, which is measured in turn with this one, where a bench can. */
  readonly beside: string | undefined;
}

type Bench = (options: BenchOptions) => Promise<{ readonly pass: boolean }>;

/** Loaded when asked for: each brings peers of its own. */
const benches: Readonly<Record<string, Bench>> = {
  rules: async ({ print }) => {
    installTools('test/peers');
    return (await import('./rules/rules-bench.ts')).benchRules(print);
  },
  calls: async options => (await import('./calls/calls-bench.ts')).benchCalls(options),
  contracts: async ({ print }) => (await import('./contracts/contracts-bench.ts')).benchContracts(print),
  assembly: async ({ print, isLong }) =>
    (await import('./assembly/assembly-bench.ts')).benchAssembly(print, isLong),
  studio: async ({ print, only }) => (await import('./studio/studio-bench.ts')).benchStudio(print, only),
  recall: async ({ print, data }) => (await import('./recall/recall-bench.ts')).benchRecall(print, data),
  conversations: async options =>
    (await import('./conversations/conversations-bench.ts')).benchConversations(options),
  cache: async options => (await import('./cache/cache-bench.ts')).benchCache(options),
  ledger: async ({ print, isLong }) => (await import('./ledger/ledger-bench.ts')).benchLedger(print, isLong),
  recordings: async ({ print }) => (await import('./recordings/recordings-bench.ts')).benchRecordings(print),
  import: async ({ print }) => (await import('./import/import-bench.ts')).benchImport(print),
  redaction: async ({ print }) => (await import('./redaction/redaction-bench.ts')).benchRedaction(print),
  loop: async options => (await import('./loop/loop-bench.ts')).benchLoop(options),
  serve: async ({ print, ...options }) => (await import('./serve/serve-bench.ts')).benchServe(print, options),
  host: async ({ print }) => (await import('./host/host-bench.ts')).benchHost(print),
  hook: async ({ print }) => (await import('./hook/hook-bench.ts')).benchHook(print),
  search: async ({ print, isLong }) => {
    installTools('test/peers');
    return (await import('./search/search-bench.ts')).benchSearch(print, isLong);
  },
};

/** These measure another checkout themselves; of all others the whole bench is run there, in turns with this one. */
const measureBeside = ['calls', 'serve', 'conversations', 'loop'];

/**
 * `npm run bench -- NAME [--data DIR] [--long] [--only PART] [--beside CHECKOUT] [--json]`: prints medians and ratios;
 * with `--json` the last line is one JSON object.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    long: { type: 'boolean' },
    only: { type: 'string', default: '' },
    beside: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const [name = ''] = positionals;
const bench = benches[name];
if (!bench) {
  const which = name === '' ? 'name a bench' : `there is no bench "${name}"`;
  process.stderr.write(`${which}; there are ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const { beside } = values;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const inTurn = beside !== undefined && !measureBeside.includes(name) && values.only === '';
  const options = {
    print,
    data: values.data ?? join(import.meta.dirname, '../../../shared/data/locomo'),
    isLong: values.long === true,
    only: values.only,
    beside,
  };
  const result = inTurn
    ? benchInTurn(print, beside, [name, ...(options.isLong ? ['--long'] : [])])
    : await bench(options);
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(result)}\n`
      : `${result.pass ? 'goals reached' : 'goals NOT reached'}\n`,
  );
  process.exitCode = result.pass ? 0 : 1;
}

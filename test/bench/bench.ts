import { benchRules } from './rules/rules-bench.ts';

/** `npm run bench -- NAME [--json]`: prints medians and ratios; with `--json` the last line is one JSON object. */
const benches: Readonly<
  Record<string, (print: (line: string) => void) => Promise<{ readonly pass: boolean }>>
> = {
  rules: benchRules,
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  process.stderr.write(`no bench "${name}"; there are: ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const result = await bench(line => process.stdout.write(`${line}\n`));
  process.stdout.write(
    flags.includes('--json')
      ? `${JSON.stringify(result)}\n`
      : `${result.pass ? 'goals reached' : 'goals NOT reached'}\n`,
  );
  process.exitCode = result.pass ? 0 : 1;
}

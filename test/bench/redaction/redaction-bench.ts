import { redact } from '../../../shared/redaction/redact.ts';
import { benignFolders, codeTexts, logText } from '../../support/benign-texts.ts';
import { disguises } from '../../support/disguised-secrets.ts';
import { secretGenerators } from '../../support/generated-secrets.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';

const seed = 20_261_122;
const perKind = 20;
const logLines = 100_000;
/** Share found, lines changed of 1,000, processor milliseconds for 100 KiB of code. */
const goals = { recall: 0.95, falsePerThousand: 1, millisecondsPer100KiB: 2 } as const;

export interface RedactionResult {
  readonly kinds: number;
  /** Share of secrets of all kinds that were found whole, by disguise. */
  readonly recall: Readonly<Record<string, number>>;
  readonly falsePerThousand: { readonly code: number; readonly logs: number };
  readonly millisecondsPer100KiB: { readonly code: number; readonly logs: number };
  readonly goals: typeof goals;
  readonly pass: boolean;
}

/** `npm run bench -- redaction`: what is found of secrets in disguise, what is taken for one, and how long it takes. */
export async function benchRedaction(print: (line: string) => void): Promise<RedactionResult> {
  const recall = Object.fromEntries(
    Object.keys(disguises).map(name => [name, measureRecall(name as keyof typeof disguises)]),
  );
  const code = [...codeTexts(benignFolders)].map(({ text }) => text);
  const logs = [logText(createSeededRandom(seed), logLines)];
  const [inCode, inLogs] = [measureTexts(code), measureTexts(logs)];
  const result = {
    kinds: Object.keys(secretGenerators).length,
    recall,
    falsePerThousand: { code: inCode.falsePerThousand, logs: inLogs.falsePerThousand },
    millisecondsPer100KiB: { code: inCode.milliseconds, logs: inLogs.milliseconds },
  };
  print(`${result.kinds} kinds, ${perKind} secrets of each`);
  for (const [name, share] of Object.entries(recall))
    print(`${name.padEnd(24)} ${(share * 100).toFixed(2)} %`);
  for (const [name, one] of [
    ['code', inCode],
    ['logs', inLogs],
  ] as const)
    print(
      `${name}: ${one.lines} lines, ${one.falsePerThousand.toFixed(3)} of 1,000 changed, ${one.milliseconds.toFixed(2)} ms for 100 KiB`,
    );
  const pass =
    Object.values(recall).every(share => share >= goals.recall) &&
    Object.values(result.falsePerThousand).every(share => share <= goals.falsePerThousand) &&
    inCode.milliseconds <= goals.millisecondsPer100KiB;
  return { ...result, goals, pass };
}

function measureRecall(name: keyof typeof disguises): number {
  const random = createSeededRandom(seed);
  let found = 0;
  let all = 0;
  for (const generate of Object.values(secretGenerators))
    for (let round = 0; round < perKind; round += 1) {
      const { text, start, end } = disguises[name](generate(random), random);
      let at = start;
      // Three characters at an end tell nothing.
      for (const finding of redact(text).findings)
        if (finding.start <= at + 3 && finding.end > at) at = finding.end;
      all += 1;
      if (at >= end - 3) found += 1;
    }
  return found / all;
}

/** The second of two rounds is measured: the first compiles. */
function measureTexts(texts: readonly string[]) {
  let lines = 0;
  let changed = 0;
  let characters = 0;
  for (const text of texts) {
    const { findings } = redact(text);
    lines += text.split('\n').length;
    characters += text.length;
    changed += new Set(findings.map(({ start }) => text.lastIndexOf('\n', start))).size;
  }
  const before = process.cpuUsage();
  for (const text of texts) redact(text);
  const { user, system } = process.cpuUsage(before);
  return {
    lines,
    falsePerThousand: (changed / lines) * 1000,
    milliseconds: ((user + system) / 1000 / characters) * 102_400,
  };
}

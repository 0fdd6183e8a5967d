import { isMap, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { LedgerWeights } from '../../../shared/model/ledger.ts';
import { problemsFromIssues } from '../../../shared/model/problem.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { defaultLedgerWeights, judgeWeights } from '../../engine/ledger/score-item.ts';
import { getFile } from '../../storage/ledger/exchange-table.ts';
import { configOf, loadConfig } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** How a project's ledger is ranked and shown. */
export interface LedgerSettings {
  readonly weights: LedgerWeights;
  readonly maxTokens: number;
  readonly redaction: RedactionMode;
  readonly warnings: readonly string[];
}

const defaultMaxTokens = 4000;

/** What the configuration says; where it is silent, the `config.yml` that came with the ledger; else the defaults. */
export async function ledgerSettings(project: OpenProject | undefined): Promise<LedgerSettings> {
  const { redaction_mode: redaction } = await configOf(project);
  const plain = { weights: defaultLedgerWeights, maxTokens: defaultMaxTokens, redaction, warnings: [] };
  if (project === undefined || !project.trust.isTrusted()) return plain;
  const { config, given, warnings } = await loadConfig(project);
  const own = await settingsOfLedger(project);
  const { ledger_weights } = given;
  const told = warnings.filter(({ key }) => key.startsWith('context_engineering.ledger_weights'));
  const isOwn = ledger_weights === undefined && told.length === 0 && own.weights !== undefined;
  // Of weights that are not asked for nothing is told.
  const unusable = own.unusable
    .filter(({ key }) => key !== 'priority_weights' || ledger_weights === undefined)
    .map(({ message }) => message);
  const judged = judgeWeights(isOwn ? (own.weights ?? config.ledger_weights) : config.ledger_weights);
  return {
    weights: judged.weights,
    maxTokens: own.maxTokens ?? defaultMaxTokens,
    redaction,
    warnings: [
      ...told.map(({ message }) => message),
      ...[...unusable, ...(judged.warning === undefined ? [] : [judged.warning])].map(
        why => `config.yml of the ledger: ${why}`,
      ),
    ],
  };
}

/** The keys of a ledger's own `config.yml` that concern ranking. */
const maxTokensSchema = z.int().min(0);
const weightsSchema = z.object({
  recency: z.number(),
  relevance: z.number(),
  decision_confidence: z.number(),
  warning_boost: z.number(),
});

interface OwnSettings {
  readonly weights: LedgerWeights | undefined;
  readonly maxTokens: number | undefined;
  /** Of keys that cannot be used, and what is used instead. */
  readonly unusable: readonly { readonly key: string; readonly message: string }[];
}

async function settingsOfLedger({ content }: OpenProject): Promise<OwnSettings> {
  const file = await content.read(database => getFile(database, 'config.yml'), undefined);
  const config = file === undefined ? undefined : readLedgerConfig(file);
  const all = config?.value;
  const told = isJsonObject(all) && isJsonObject(all.context_assembly) ? all.context_assembly : {};
  const unusable: OwnSettings['unusable'][number][] = [];
  if (config?.problem !== undefined) {
    const { line, reason } = config.problem;
    unusable.push({ key: '', message: `line ${line}: ${reason}; nothing of it is used` });
  }
  const weights = read('priority_weights', weightsSchema, Object.values(defaultLedgerWeights).join(', '));
  const maxTokens = read('default_max_tokens', maxTokensSchema, String(defaultMaxTokens));
  if (weights === undefined) return { weights, maxTokens, unusable };
  const { decision_confidence: confidence, ...others } = weights;
  return { weights: { ...others, confidence }, maxTokens, unusable };

  function read<Value>(key: string, schema: z.ZodType<Value>, instead: string): Value | undefined {
    const value = told[key] ?? undefined;
    if (value === undefined) return undefined;
    const checked = checkShape(schema, value);
    if (checked.ok) return checked.value;
    const problems = problemsFromIssues(checked.issues, `context_assembly.${key}`);
    const said = problems.map(({ message }) => message).join(', ');
    const message = `${said}; used instead: ${instead}`;
    unusable.push({ key, message });
    return undefined;
  }
}

/** What a ledger's `config.yml` says, or where it cannot be read. It is another program's file, of which most means nothing here. */
export function readLedgerConfig(file: Buffer): {
  readonly value?: unknown;
  readonly problem?: { readonly line: number; readonly reason: string };
} {
  const lineCounter = new LineCounter();
  const text = file.toString('utf8');
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined)
    return {
      problem: { line: lineCounter.linePos(error.pos[0]).line, reason: `is no YAML: ${error.message}` },
    };
  if (document.contents === null) return {};
  if (!isMap(document.contents)) return { problem: { line: 1, reason: 'is no list of keys with values' } };
  try {
    return { value: document.toJS() };
  } catch {
    return { problem: { line: 1, reason: 'has aliases that cannot be followed; write its values out' } };
  }
}

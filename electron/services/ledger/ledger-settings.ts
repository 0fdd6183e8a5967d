import { parse } from 'yaml';
import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import type { LedgerWeights } from '../../../shared/model/ledger.ts';
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
  const judged = judgeWeights(isOwn ? (own.weights ?? config.ledger_weights) : config.ledger_weights);
  return {
    weights: judged.weights,
    maxTokens: own.maxTokens ?? defaultMaxTokens,
    redaction,
    warnings: [
      ...told.map(({ message }) => message),
      ...(judged.warning === undefined ? [] : [`config.yml of the ledger: ${judged.warning}`]),
    ],
  };
}

/** The part of a ledger's own `config.yml` that concerns ranking. */
const ownSettingsSchema = z.object({
  context_assembly: z.object({
    default_max_tokens: z.int().min(0).optional(),
    priority_weights: z
      .object({
        recency: z.number(),
        relevance: z.number(),
        decision_confidence: z.number(),
        warning_boost: z.number(),
      })
      .optional(),
  }),
});

async function settingsOfLedger({ content }: OpenProject): Promise<{
  readonly weights?: LedgerWeights;
  readonly maxTokens?: number;
}> {
  const file = await content.read(database => getFile(database, 'config.yml'), undefined);
  const read =
    file === undefined ? undefined : checkShape(ownSettingsSchema, parseYaml(file.toString('utf8')));
  if (read?.ok !== true) return {};
  const { default_max_tokens: maxTokens, priority_weights } = read.value.context_assembly;
  if (priority_weights === undefined) return maxTokens === undefined ? {} : { maxTokens };
  const { decision_confidence: confidence, ...weights } = priority_weights;
  return { weights: { ...weights, confidence }, ...(maxTokens !== undefined && { maxTokens }) };
}

/** Another program's file: what cannot be read says nothing. */
function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

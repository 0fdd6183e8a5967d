import { AppError } from '../../../shared/contract/errors.ts';
import type { EngineResult, RuleEvaluation, Warning } from '../../../shared/model/evaluation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import {
  type EvaluateOptions,
  evaluateRulesInSteps,
} from '../../../shared/rules/evaluation/evaluate-rules.ts';
import {
  idOfFile,
  noUnreadable,
  type UnreadableFile,
  type UnreadableFiles,
  unknownWords,
  unreadableWords,
} from '../../../shared/rules/evaluation/unknown-words.ts';
import { atOnce, mapInSteps } from '../../../shared/stretches.ts';
import { redactTexts } from './redact-texts.ts';
import { refuseRequest } from './refuse-request.ts';
import { requestErrors } from './validate-request.ts';

export interface KnownEngines {
  readonly engines: readonly ContextRuleEngine[];
  readonly unreadable?: UnreadableFiles;
}

export interface EvaluateKnownOptions extends Pick<EvaluateOptions, 'explain' | 'regexes' | 'compiled'> {
  /** Only this engine; `not_found` where it is none. */
  readonly engineId?: string | undefined;
  readonly redaction: RedactionMode;
}

/** Evaluates rule engines for a request of anybody; `invalid_input` with all errors where it is none. */
export function evaluateKnown(
  asked: ContextRequest,
  known: KnownEngines,
  options: EvaluateKnownOptions,
): RuleEvaluation {
  return atOnce(evaluateKnownInSteps(asked, known, options));
}

/** The same; stops every few rules, so that a process which evaluates very many of them can answer others as well. */
export function* evaluateKnownInSteps(
  asked: ContextRequest,
  known: KnownEngines,
  { engineId, redaction, ...options }: EvaluateKnownOptions,
): Generator<void, RuleEvaluation> {
  const { engines, unreadable } = known;
  const request = engineId === undefined ? asked : onlyEngine(asked, engineId, known);
  // Memories play no part here, so they are not looked up.
  const errors = requestErrors(request, { engines, ...(unreadable && { unreadable }) });
  if (errors.length > 0) throw refuseRequest(errors);
  const { engineResults, ...rest } = yield* evaluateRulesInSteps(request, engines, {
    ...options,
    unreadable: unreadable?.engines,
  });
  const broken = brokenMemories(rest.matchedMemories, unreadable?.memories);
  const warnings = [...rest.warnings, ...broken];
  if (redaction === 'off') return { ...rest, engineResults, warnings };
  const redacted: EngineResult[] = [];
  for (const result of engineResults) redacted.push(yield* redactResult(result, redaction));
  return { ...redactTexts({ ...rest, warnings }, redaction), engineResults: redacted };
}

function* redactResult(
  { matched_rules: matched, rules, ...engine }: EngineResult,
  mode: RedactionMode,
): Generator<void, EngineResult> {
  return {
    ...redactTexts(engine, mode),
    matched_rules: yield* mapInSteps(matched, rule => redactTexts(rule, mode)),
    ...(rules && { rules: yield* mapInSteps(rules, rule => redactTexts(rule, mode)) }),
  };
}

/** Memories need no definition here, but one whose file is broken will not be there when it is asked for. */
function brokenMemories(matched: readonly string[], unreadable: readonly UnreadableFile[] = []): Warning[] {
  const ids = new Set(matched);
  return unreadable
    .filter(file => ids.has(idOfFile(file)))
    .map(file => ({
      code: 'unknown_memory',
      message: `rules add "${idOfFile(file)}"; ${unreadableWords('memory', file)}`,
    }));
}

/** The request for one engine alone. What is no request goes on to be judged. */
function onlyEngine(
  request: ContextRequest,
  id: string,
  { engines, unreadable = noUnreadable }: KnownEngines,
): ContextRequest {
  const ids = engines.map(engine => engine.id);
  if (!ids.includes(id))
    throw new AppError('not_found', unknownWords('engine', id, unreadable.engines, ids), { id });
  return isJsonObject(request) ? { ...request, rule_engine_ids: [id] } : request;
}

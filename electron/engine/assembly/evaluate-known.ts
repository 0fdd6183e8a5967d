import { AppError } from '../../../shared/contract/errors.ts';
import type { RuleEvaluation, Warning } from '../../../shared/model/evaluation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { type EvaluateOptions, evaluateRules } from '../../../shared/rules/evaluation/evaluate-rules.ts';
import {
  idOfFile,
  noUnreadable,
  type UnreadableFile,
  type UnreadableFiles,
  unknownWords,
  unreadableWords,
} from '../../../shared/rules/evaluation/unknown-words.ts';
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
  { engineId, redaction, ...options }: EvaluateKnownOptions,
): RuleEvaluation {
  const { engines, unreadable } = known;
  const request = engineId === undefined ? asked : onlyEngine(asked, engineId, known);
  // Memories play no part here, so they are not looked up.
  const errors = requestErrors(request, { engines, ...(unreadable && { unreadable }) });
  if (errors.length > 0) throw refuseRequest(errors);
  const evaluation = evaluateRules(request, engines, { ...options, unreadable: unreadable?.engines });
  const broken = brokenMemories(evaluation.matchedMemories, unreadable?.memories);
  return redactTexts({ ...evaluation, warnings: [...evaluation.warnings, ...broken] }, redaction);
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
  if (!engines.some(engine => engine.id === id))
    throw new AppError('not_found', unknownWords('engine', id, unreadable.engines), { id });
  return isJsonObject(request) ? { ...request, rule_engine_ids: [id] } : request;
}

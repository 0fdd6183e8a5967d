import type { ErrorPattern, Failure, HandoffSession } from '../../../shared/model/handoff.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import type { SeenFailure } from '../../engine/handoff/error-learning.ts';
import { errorSignature } from '../../engine/handoff/error-signature.ts';
import { redact } from '../../engine/redaction/redact.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { StoredPackage } from '../../storage/handoff/package-table.ts';

/** A package without secrets, field by field (H10). Its session and group stay, so that they can be found. */
export function redactPackage(stored: StoredPackage, mode: RedactionMode): StoredPackage {
  const clean = (text: string) => redact(text, mode).text;
  const { summary, file_path, producer_agent, content } = stored;
  return {
    ...stored,
    summary: clean(summary),
    file_path: clean(file_path),
    producer_agent: clean(producer_agent),
    ...(content !== undefined && { content: clean(content) }),
  };
}

/** What is kept beside a session, without secrets. Its project stays: by that its error patterns are found. */
export function redactMetadata(
  metadata: HandoffSession['metadata'],
  mode: RedactionMode,
): HandoffSession['metadata'] {
  const { project_id, ...rest } = metadata;
  // Redaction keeps texts texts, so the shape is the same.
  const clean = redactValue(rest, mode) as typeof rest;
  return { ...clean, ...(project_id !== undefined && { project_id }) };
}

/** A pattern without secrets, field by field (H10). Its hash and its project stay, so that feedback finds it. */
export function redactPattern(pattern: ErrorPattern, mode: RedactionMode): ErrorPattern {
  // Redaction keeps texts texts, so the shape is the same.
  const signature = redactValue(pattern.signature, mode) as ErrorPattern['signature'];
  return { ...pattern, signature, solution: redact(pattern.solution, mode).text };
}

/** A failure before it is cut into a signature: half a secret is found by nobody (T16). */
export function redactFailure(failure: Failure, mode: RedactionMode): Failure {
  return redactValue(failure, mode) as Failure; // redaction keeps texts texts
}

/** A failure as it is compared with what is known. */
export function seenFailure(failure: Failure, mode: RedactionMode): SeenFailure {
  return { signature: errorSignature(redactFailure(failure, mode)), lang: failure.lang };
}

/** Those that could be redacted; one that could not is dropped, never raw (51, decision 6). */
export function redactEach<Value>(values: readonly Value[], clean: (value: Value) => Value): Value[] {
  return values.flatMap(value => {
    try {
      return [clean(value)];
    } catch {
      return [];
    }
  });
}

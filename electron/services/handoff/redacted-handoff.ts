import type { ErrorPattern, Failure, HandoffSession } from '../../../shared/model/handoff.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { SeenFailure } from '../../engine/handoff/error-learning.ts';
import { errorSignature } from '../../engine/handoff/error-signature.ts';
import type { StoredPackage } from '../../storage/handoff/package-table.ts';

type PackageTexts = Pick<StoredPackage, 'summary' | 'file_path' | 'producer_agent' | 'content'>;

/** A package as it is kept: what agents leave for each other has no use for a secret. */
export function redactDraft<Draft extends PackageTexts>(draft: Draft, mode: RedactionMode): Draft {
  const clean = (text: string) => redact(text, mode).text;
  const { summary, file_path, producer_agent, content } = draft;
  return {
    ...draft,
    summary: clean(summary),
    file_path: clean(file_path),
    producer_agent: clean(producer_agent),
    ...(content !== undefined && { content: clean(content) }),
  };
}

/** A package without secrets, field by field: of one that was kept in another mode nothing is shown either. */
export const redactPackage = (stored: StoredPackage, mode: RedactionMode): StoredPackage =>
  redactDraft(stored, mode);

/** What is kept beside a session, without secrets. Its project stays: by that its error patterns are found. */
export function redactMetadata(
  metadata: HandoffSession['metadata'],
  mode: RedactionMode,
): HandoffSession['metadata'] {
  const { project_id, ...rest } = metadata;
  const clean = redactValue(rest, mode);
  return { ...clean, ...(project_id !== undefined && { project_id }) };
}

/** A pattern without secrets, field by field. Its hash and its project stay, so that feedback finds it. */
export function redactPattern(pattern: ErrorPattern, mode: RedactionMode): ErrorPattern {
  const signature = redactValue(pattern.signature, mode);
  return { ...pattern, signature, solution: redact(pattern.solution, mode).text };
}

/** A failure before it is cut into a signature: half a secret is found by nobody. */
export function redactFailure(failure: Failure, mode: RedactionMode): Failure {
  return redactValue(failure, mode);
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

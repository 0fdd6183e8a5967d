import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { redact } from '../../../shared/redaction/redact.ts';

const shownLength = 500;
/** What is looked through, so that a secret which begins in what is shown is seen whole. */
const readLength = 8_000;

/** The first event of an assembly. The request was not judged yet, so only what has the right type is shown. */
export function startedEvent(request: unknown): AssemblyEventBody {
  const given = isJsonObject(request) ? request : {};
  const input = isJsonObject(given.input) ? given.input.text : given.input;
  const constraints = isJsonObject(given.constraints) ? given.constraints : {};
  const ids: readonly unknown[] = Array.isArray(given.explicit_memory) ? given.explicit_memory : [];
  return {
    event: 'contextAssembly:started',
    request: {
      ...(typeof input === 'string' && {
        input: redact(input.slice(0, readLength)).text.slice(0, shownLength),
      }),
      explicit_memory: ids.filter(id => typeof id === 'string'),
      ...(typeof constraints.max_tokens === 'number' && { max_tokens: constraints.max_tokens }),
    },
  };
}

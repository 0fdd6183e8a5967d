import { messageOf } from '../../../shared/contract/errors.ts';
import { createJsonScale, maxJsonValues, maxObjectKeys } from '../../../shared/model/json-limits.ts';
import { parseJsonInParts } from '../../../shared/model/parse-json.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createPause } from '../../storage/pause.ts';

/** What came in as JSON, or why it is not taken, as in "the line" followed by the reason. */
type ReadJson =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: 'too_large' | 'too_deep' | 'no_json'; readonly reason: string };

/** Bytes that are weighed without a stop, which takes less than a millisecond. */
const sliceBytes = 65_536;

/** Reads one JSON text of any length, which is weighed before it is parsed, while others run in between. */
export async function readJsonInTurns(bytes: Uint8Array): Promise<ReadJson> {
  const scale = createJsonScale(maxJsonValues, maxObjectKeys);
  const pause = createPause();
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    const excess = scale.add(bytes.subarray(from, from + sliceBytes));
    if (excess !== undefined) return { ok: false, problem: excess.code, reason: excess.reason };
    await pause();
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: await parseInTurns(text), text };
  } catch (error) {
    const reason = messageOf(error);
    return { ok: false, problem: 'no_json', reason: `is not valid JSON: ${reason}` };
  }
}

/** `JSON.parse` of a text of any length, while others run in between. */
export const parseInTurns = (text: string): Promise<unknown> =>
  inStretches(parseJsonInParts(text), createPause());

import { AppError } from '../../../shared/contract/errors.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import { payloadLimitBytes } from '../payload.ts';

/** The JSON of a request's body; `{}` when it is empty. Counts what really arrives, whatever the head says (T4). */
export async function readJsonBody(
  request: Request,
  limitBytes: number = payloadLimitBytes,
): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > limitBytes) throw largerThan(limitBytes);
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid_input', `the body is not valid JSON: ${reason}`);
  }
}

async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const scale = createJsonScale();
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limitBytes) throw largerThan(limitBytes);
    const excess = scale.add(chunk);
    if (excess !== undefined)
      throw new AppError(
        excess.code === 'too_large' ? 'too_large' : 'invalid_input',
        `the body ${excess.reason}`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function largerThan(limitBytes: number): AppError {
  const most =
    limitBytes === payloadLimitBytes ? '8 MiB; send less, or import from a folder' : `${limitBytes} bytes`;
  return new AppError('too_large', `the body is larger than ${most}`);
}

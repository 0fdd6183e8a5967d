/** What a server answered; without a text where its answer broke off. */
export interface Answer {
  readonly status: number;
  readonly text?: string;
}

export interface LargePost {
  readonly path: string;
  readonly body: string;
  readonly answer: MessagePort;
}

/** Sends JSON to the server of this page; undefined where nobody answers. */
export async function post(path: string, body: string): Promise<Answer | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body }).catch(() => undefined);
  if (response === undefined) return undefined;
  const text = await response.text().catch(() => undefined);
  return { status: response.status, ...(text !== undefined && { text }) };
}

import { escapeInvisibleJson } from '../../../../shared/model/escape-invisible.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';

interface RequestLanguage {
  readonly name: string;
  /** A program that assembles the request in the Weft that serves at this address; the token comes from the environment. */
  readonly write: (request: JsonObject, address: string) => string;
}

/** What a request is copied as, to be asked by another program. */
export const requestLanguages = {
  curl: { name: 'curl', write: curlCall },
  sdk: { name: 'SDK (JavaScript)', write: sdkCall },
  python: { name: 'Python', write: pythonCall },
} as const satisfies Record<string, RequestLanguage>;

/** The token goes by a private file: the arguments of a program are seen by every user of the machine. No line of JSON is the bare word that ends the text. */
function curlCall(request: JsonObject, address: string): string {
  return `headers=$(mktemp)
printf 'authorization: Bearer %s\\n' "\${WEFT_TOKEN:?the token that weft serve printed}" > "$headers"
curl --fail-with-body -sS '${address}/context-assembly/assemble' \\
  -H @"$headers" -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${jsonOf(request)}
JSON
rm -f "$headers"
`;
}

function sdkCall(request: JsonObject, address: string): string {
  return `import { createClient } from '@weft/studio/sdk';

const client = createClient({ url: '${address}', token: process.env.WEFT_TOKEN });
const context = await client.contextAssembly.getContext(${jsonOf(request)});
console.log(context);
`;
}

function pythonCall(request: JsonObject, address: string): string {
  return `import json
import os
import urllib.request

request = ${pythonLiteral(request, '')}
call = urllib.request.Request(
    "${address}/context-assembly/assemble",
    data=json.dumps(request).encode(),
    headers={
        "authorization": "Bearer " + os.environ["WEFT_TOKEN"],
        "content-type": "application/json",
    },
)
with urllib.request.urlopen(call) as answer:
    print(json.dumps(json.load(answer), indent=2))
`;
}

const jsonOf = (value: unknown): string => escapeInvisibleJson(JSON.stringify(value, null, 2));

/** A JSON value as Python writes it: its words are others, its strings are JSON's. */
function pythonLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  const block = (open: string, entries: readonly string[], close: string) =>
    entries.length === 0
      ? `${open}${close}`
      : `${open}\n${entries.map(entry => `${inner}${entry},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return block(
      '[',
      value.map(entry => pythonLiteral(entry, inner)),
      ']',
    );
  if (isJsonObject(value)) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return block(
      '{',
      entries.map(([key, entry]) => `${jsonOf(key)}: ${pythonLiteral(entry, inner)}`),
      '}',
    );
  }
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return jsonOf(value);
}

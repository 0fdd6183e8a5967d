import {
  findNodeAtLocation,
  getLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { isJsonObject } from '../../shared/model/json.ts';
import type { JsonSchema } from '../../shared/model/json-schema.ts';

type Path = readonly (string | number)[];

/** A value that may stand in a place, with a word on what it is. */
export interface JsonSuggestion {
  readonly value: unknown;
  readonly detail?: string | undefined;
}

/** What the project knows of the value at `path`, which stands in `around`; undefined where only the schema knows. */
export type SuggestValues = (path: Path, around: unknown) => readonly JsonSuggestion[] | undefined;

export interface JsonOption {
  readonly label: string;
  readonly detail?: string | undefined;
  /** What stands in the text when it is taken, and where the cursor goes, from its start. */
  readonly insert: string;
  readonly caret: number;
}

/** What may stand between two offsets of a text, best first. */
export interface JsonCompletion {
  readonly from: number;
  readonly to: number;
  /** Something is being typed, or stands empty for it: not behind a text that has its end, nor where nothing was begun. */
  readonly isBegun: boolean;
  readonly options: readonly JsonOption[];
}

/** More are not looked through; who has more types on. */
const mostOptions = 60;

/** What may be written at an offset of a text that is on its way to be JSON: keys and values of its schema, and what the project has. */
export function completeJson(
  text: string,
  offset: number,
  schema: JsonSchema,
  suggest: SuggestValues = () => undefined,
): JsonCompletion | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (path.length === 0) return undefined;
  const word = wordAt(text, offset, previousNode);
  const typed = unquoted(text.slice(word.from, offset));
  const [before, rest] = [text.slice(0, word.from), text.slice(word.to)];
  const hasColon = /^\s*:/.test(rest);
  // As it will be: a text that has no end yet would swallow what follows, a key without a value too.
  const stands = before + JSON.stringify(typed) + (isAtPropertyKey && !hasColon ? ': 0' : '');
  const comma = hasColon || isJson(stands + rest) || !isJson(`${stands},${rest}`) ? '' : ',';
  const isWhole = hasColon || isJson(stands + comma + rest);
  // Where more is missing, what follows would be taken for a part of this.
  const place = { tree: parseTree(isWhole ? stands + comma + rest : stands), path, typed };
  const found = isAtPropertyKey ? keyOptions(place, schema, hasColon) : valueOptions(place, schema, suggest);
  const options = matching(found, place.typed)
    .slice(0, mostOptions)
    .map(option => ({ ...option, insert: option.insert + comma }));
  const [only] = options;
  const isThere = options.length === 1 && only?.insert === text.slice(word.from, word.to);
  return options.length === 0 || isThere
    ? undefined
    : { ...word, isBegun: isBegun(text, offset, word), options };
}

/** What of the text a choice takes the place of: the value or key that the offset is in, or the letters before it. */
function wordAt(text: string, offset: number, node: Node | undefined): { from: number; to: number } {
  if (node && node.offset <= offset && offset <= node.offset + node.length) {
    const end = node.offset + node.length;
    const isOpen = text[node.offset] === '"' && (node.length === 1 || text[end - 1] !== '"');
    // A text without its end goes on to the end of the line; what stands there is not its.
    return { from: node.offset, to: isOpen ? offset : end };
  }
  const [letters = ''] = /"?[\w.-]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? [];
  return { from: offset - letters.length, to: offset };
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors);
  return errors.length === 0;
}

function isBegun(text: string, offset: number, { from, to }: { from: number; to: number }): boolean {
  const isWhole = offset === to && /^".*"$/.test(text.slice(from, to));
  return (
    !isWhole && (from < offset || (/[[{]$/.test(text.slice(0, offset)) && /^[\]}]/.test(text.slice(offset))))
  );
}

const unquoted = (word: string): string => word.replace(/^"/, '').replace(/"$/, '');

interface TypingPlace {
  readonly tree: Node | undefined;
  readonly path: Path;
  /** What was typed of it. */
  readonly typed: string;
}

function keyOptions({ tree, path, typed }: TypingPlace, schema: JsonSchema, hasColon: boolean): JsonOption[] {
  const parents = schemasAt(schema, path.slice(0, -1));
  const present = new Set(Object.keys(valueAt(tree, path.slice(0, -1)) ?? {}));
  // The key that is being typed is no other.
  present.delete(typed);
  const required = new Set(parents.flatMap(parent => parent.required ?? []));
  const known = new Map(parents.flatMap(parent => Object.entries(parent.properties ?? {})));
  const keys = [...known].filter(([key]) => !present.has(key));
  return [true, false].flatMap(isRequired =>
    keys
      .filter(([key]) => required.has(key) === isRequired)
      .map(([key, value]) => {
        const name = JSON.stringify(key);
        const start = hasColon ? '' : valueStart(schema, value);
        const insert = hasColon ? name : `${name}: ${start}`;
        return {
          label: key,
          detail: kindOf(schema, value),
          insert,
          caret: insert.length - (start.length === 2 ? 1 : 0),
        };
      }),
  );
}

/** How a value of this kind begins: what holds something is there, empty. */
function valueStart(root: JsonSchema, schema: unknown): string {
  const kind = kindOf(root, schema);
  return kind === 'string' ? '""' : kind === 'array' ? '[]' : kind === 'object' ? '{}' : '';
}

function kindOf(root: JsonSchema, schema: unknown): string | undefined {
  const kinds = new Set<unknown>(
    alternatives(root, schema).map(one => one.type ?? typeof (one.enum?.[0] ?? one.const)),
  );
  const [kind] = kinds;
  return kinds.size === 1 && typeof kind === 'string' && kind !== 'undefined' ? kind : undefined;
}

function valueOptions({ tree, path }: TypingPlace, schema: JsonSchema, suggest: SuggestValues): JsonOption[] {
  const suggested = suggest(path, valueAt(tree, path.slice(0, -1)));
  return (suggested ?? schemasAt(schema, path).flatMap(valuesOf)).map(({ value, detail }) => {
    const insert = JSON.stringify(value);
    return { label: typeof value === 'string' ? value : insert, detail, insert, caret: insert.length };
  });
}

function valuesOf(schema: JsonSchema): JsonSuggestion[] {
  if (schema.const !== undefined) return [{ value: schema.const }];
  if (schema.enum) return schema.enum.map(value => ({ value }));
  return schema.type === 'boolean' ? [{ value: true }, { value: false }] : [];
}

/** Those that hold what was typed; what begins with it comes first. */
function matching(options: readonly JsonOption[], typed: string): JsonOption[] {
  const wanted = typed.toLowerCase();
  const begins = ({ label }: JsonOption) => label.toLowerCase().startsWith(wanted);
  const holds = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return [...holds.filter(begins), ...holds.filter(option => !begins(option))];
}

function valueAt(tree: Node | undefined, path: Path): unknown {
  const node = tree && findNodeAtLocation(tree, [...path]);
  return node && getNodeValue(node);
}

/** All schemas that a place may have. */
function schemasAt(root: JsonSchema, path: Path): JsonSchema[] {
  return path.reduce<JsonSchema[]>(
    (schemas, part) =>
      schemas.flatMap(schema => {
        const { items, properties, additionalProperties } = schema;
        const inside = typeof part === 'number' ? items : (properties?.[part] ?? additionalProperties);
        return alternatives(root, inside);
      }),
    alternatives(root, root),
  );
}

/** A schema, or those of which it is any one. */
function alternatives(root: JsonSchema, schema: unknown): JsonSchema[] {
  if (!isJsonObject(schema)) return [];
  const given: JsonSchema = schema;
  const name = /^#\/\$defs\/(.+)$/.exec(given.$ref ?? '')?.[1];
  if (name !== undefined) return alternatives(root, root.$defs?.[name]);
  const parts = [...(given.anyOf ?? []), ...(given.oneOf ?? []), ...(given.allOf ?? [])];
  return parts.length === 0 ? [given] : parts.flatMap(part => alternatives(root, part));
}

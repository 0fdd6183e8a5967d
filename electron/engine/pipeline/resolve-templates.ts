import { isMissing } from '../../../shared/model/json.ts';
import { templatePattern } from '../../../shared/pipeline/template-names.ts';
import { maxResultLength, PipelineError } from './check-result.ts';
import { contentOf } from './element-value.ts';

/** What a `${name}` stands for; undefined when nobody provides it. */
export type NameLookup = (name: string) => unknown;

/** How many characters templates may still bring in: a few lines that name each other would fill any memory. */
interface Room {
  left: number;
}

/**
 * Replaces every `${name}` in the texts of a value, at any depth. Names nobody provides become empty.
 * Throws `PipelineError` `too_large` when the names stand for more than a step may return.
 */
export function resolveTemplates(
  value: unknown,
  lookup: NameLookup,
  room: Room = { left: maxResultLength },
): unknown {
  if (typeof value === 'string') return resolveText(value, lookup, room);
  if (Array.isArray(value)) return value.map(element => resolveTemplates(element, lookup, room));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolveTemplates(inner, lookup, room)]),
  );
}

/**
 * Replaces every `${name}` of one text: lists by their contents, joined by newlines; `$${` by `${`.
 * Throws as `resolveTemplates` does.
 */
export function resolveText(
  text: string,
  lookup: NameLookup,
  room: Room = { left: maxResultLength },
): string {
  if (!text.includes('${')) return text;
  const sole = soleName(text);
  if (sole !== undefined) return within(room, textOf(lookup(sole)));
  return text.replace(templatePattern, (_, name: string | undefined) =>
    name === undefined ? '${' : within(room, textOf(lookup(name.trim()))),
  );
}

function within(room: Room, text: string): string {
  room.left -= text.length;
  if (room.left < 0)
    throw new PipelineError(
      'too_large',
      `the names in the step's templates stand for more than ${maxResultLength} characters`,
    );
  return text;
}

/** The name of a text that is one template and nothing else: its value may keep its type. */
export function soleName(text: string): string | undefined {
  return /^\$\{([^{}]+)\}$/.exec(text)?.[1]?.trim();
}

function textOf(value: unknown): string {
  if (isMissing(value)) return '';
  return Array.isArray(value) ? value.map(contentOf).join('\n') : contentOf(value);
}

import { shown, textsOf } from './front-matter.ts';
import { literalGlob, patternOfGlobs, splitGlobs } from './glob-pattern.ts';

/** When the rule of a file holds: always, for files that match a pattern, or never until somebody says when. */
export type RuleTrigger =
  | { readonly when: 'always' }
  | { readonly when: 'files'; readonly pattern: string }
  | { readonly when: 'muted'; readonly why: string };

/** The front matter of a rule file. */
export type Fields = ReadonlyMap<string, unknown>;

/** Judges the fields of a file that stands in a `folder` of its own; a text is the reason of a refusal. */
export type TriggerOf = (fields: Fields, notes: string[], folder: string) => RuleTrigger | string;

export const byAgent =
  'the agent decides by its description, which no condition can; give it conditions and switch it on';
export const byUser = 'it applies when a user names it; give it conditions and switch it on';

/** Claude Code and Cline: rules without `paths` are for every file. */
export const pathsTrigger: TriggerOf = (fields, notes, folder) => {
  const globs = globsOf(fields, 'paths');
  if (typeof globs === 'string') return globs;
  return globs.length === 0 ? alwaysIn(folder, notes) : filesTrigger(globs, folder, notes);
};

/** What `alwaysApply` and `globs` say; undefined where neither says when. */
export function alwaysOrFiles(
  fields: Fields,
  notes: string[],
  folder: string,
): RuleTrigger | string | undefined {
  const always = truthOf(fields, 'alwaysApply');
  if (typeof always === 'string') return always;
  const globs = globsOf(fields, 'globs');
  if (typeof globs === 'string') return globs;
  if (always === true) return alwaysBefore(globs, folder, notes);
  if (globs.length > 0) return filesTrigger(globs, folder, notes);
  return undefined;
}

/** Also the words in quotes, which editors take as well; undefined where the field is absent. */
export function truthOf(fields: Fields, key: string): boolean | string | undefined {
  const value = fields.get(key) ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return `"${key}" must be true or false, not ${shown(value)}`;
}

/** The globs of a field, or why they are none. */
export function globsOf(fields: Fields, key: string): string[] | string {
  const texts = textsOf(fields.get(key));
  return (
    texts?.flatMap(splitGlobs) ?? `"${key}" must be a glob or a list of globs, not ${shown(fields.get(key))}`
  );
}

export function alwaysBefore(
  globs: readonly string[],
  folder: string,
  notes: string[],
): RuleTrigger | string {
  if (globs.length > 0) notes.push(`"globs" was left out, because the rule always applies`);
  return alwaysIn(folder, notes);
}

export function alwaysIn(folder: string, notes: string[]): RuleTrigger | string {
  return folder === '' ? { when: 'always' } : filesTrigger(['**'], folder, notes);
}

/**
 * Globs are from the project on; those of a rule in a folder of its own are from there, unless they name it. A glob that
 * no condition can say is left out with a note, and the others hold.
 */
export function filesTrigger(
  globs: readonly string[],
  folder: string,
  notes: string[],
): RuleTrigger | string {
  if (folder !== '') notes.push(`it stands in "${folder}", so that it is for files there`);
  const isFromTop = (glob: string) => folder === '' || glob.replace(/^\.?\//, '').startsWith(`${folder}/`);
  const below = (glob: string) => `${literalGlob(folder)}/${glob.replace(/^\.?\//, '')}`;
  const usable = globs.filter(glob => {
    const read = patternOfGlobs([glob]);
    if (!read.ok) notes.push(`${read.reason}; it was left out`);
    return read.ok;
  });
  if (usable.length === 0)
    return {
      when: 'muted',
      why: 'none of its globs can be a condition; give it conditions and switch it on',
    };
  const read = patternOfGlobs(usable.map(glob => (isFromTop(glob) ? glob : below(glob))));
  return read.ok ? { when: 'files', pattern: read.pattern } : read.reason;
}

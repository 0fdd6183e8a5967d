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

const byAgent =
  'the agent decides by its description, which no condition can; give it conditions and switch it on';
const byUser = 'it applies when a user names it; give it conditions and switch it on';

/** Claude Code and Cline: rules without `paths` are for every file. */
export const pathsTrigger: TriggerOf = (fields, notes, folder) => {
  const globs = globsOf(fields, 'paths');
  if (typeof globs === 'string') return globs;
  return globs.length === 0 ? alwaysIn(folder, notes) : filesTrigger(globs, folder, notes);
};

/** Cursor: always, for files, when the agent thinks so, or when the user names it. The last two have no condition. */
export const cursorTrigger: TriggerOf = (fields, notes, folder) => {
  const said = alwaysOrFiles(fields, notes, folder);
  if (said !== undefined) return said;
  return { when: 'muted', why: typeof fields.get('description') === 'string' ? byAgent : byUser };
};

/** What `alwaysApply` and `globs` say; undefined where neither says when. */
function alwaysOrFiles(fields: Fields, notes: string[], folder: string): RuleTrigger | string | undefined {
  const always = truthOf(fields, 'alwaysApply');
  if (typeof always === 'string') return always;
  const globs = globsOf(fields, 'globs');
  if (typeof globs === 'string') return globs;
  if (always === true) return alwaysBefore(globs, folder, notes);
  if (globs.length > 0) return filesTrigger(globs, folder, notes);
  return undefined;
}

/** Continue: as Cursor, but a rule that says nothing at all always holds; `regex` asks for what is in a file. */
export const continueTrigger: TriggerOf = (fields, notes, folder) => {
  const said = alwaysOrFiles(fields, notes, folder);
  if (said !== undefined) return said;
  if (truthOf(fields, 'alwaysApply') === false) return { when: 'muted', why: byAgent };
  if (!fields.has('regex')) return alwaysIn(folder, notes);
  return {
    when: 'muted',
    why: 'it applies by what is in a file, which no condition sees; give it others and switch it on',
  };
};

/** Windsurf says by a word when a rule holds; without one it is for every request. */
export const windsurfTrigger: TriggerOf = (fields, notes, folder) => {
  const trigger = fields.get('trigger') ?? 'always_on';
  const globs = globsOf(fields, 'globs');
  if (typeof globs === 'string') return globs;
  switch (trigger) {
    case 'always_on':
      return alwaysBefore(globs, folder, notes);
    case 'glob':
      return globs.length === 0 ? '"trigger: glob" needs "globs"' : filesTrigger(globs, folder, notes);
    case 'model_decision':
    case 'manual':
      if (globs.length > 0) notes.push(`"globs" was left out, because of "trigger: ${trigger}"`);
      return { when: 'muted', why: trigger === 'manual' ? byUser : byAgent };
    default:
      return `"trigger" must be always_on, glob, model_decision or manual, not ${shown(trigger)}`;
  }
};

/** Kiro: always unless the file says otherwise. */
export const kiroTrigger: TriggerOf = (fields, notes, folder) => {
  const inclusion = fields.get('inclusion') ?? 'always';
  const globs = globsOf(fields, 'fileMatchPattern');
  if (typeof globs === 'string') return globs;
  switch (inclusion) {
    case 'always':
      return alwaysIn(folder, notes);
    case 'fileMatch':
      return globs.length === 0
        ? '"inclusion: fileMatch" needs "fileMatchPattern"'
        : filesTrigger(globs, folder, notes);
    case 'auto':
    case 'manual':
      return { when: 'muted', why: inclusion === 'manual' ? byUser : byAgent };
    default:
      return `"inclusion" must be always, fileMatch, auto or manual, not ${shown(inclusion)}`;
  }
};

/** Copilot: "**" is for every request, also those without a file; without `applyTo` a user attaches it. */
export const copilotTrigger: TriggerOf = (fields, notes) => {
  const globs = globsOf(fields, 'applyTo');
  if (typeof globs === 'string') return globs;
  if (globs.length === 0)
    return {
      when: 'muted',
      why: 'without "applyTo" it applies when a user attaches it; give it conditions and switch it on',
    };
  const all = globs.find(glob => glob === '**' || glob === '**/*');
  if (all === undefined) return filesTrigger(globs, '', notes);
  notes.push(`"applyTo: ${all}" became a rule without conditions, for every request`);
  return { when: 'always' };
};

/** Also the words in quotes, which editors take as well; undefined where the field is absent. */
function truthOf(fields: Fields, key: string): boolean | string | undefined {
  const value = fields.get(key) ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return `"${key}" must be true or false, not ${shown(value)}`;
}

/** The globs of a field, or why they are none. */
function globsOf(fields: Fields, key: string): string[] | string {
  const texts = textsOf(fields.get(key));
  return (
    texts?.flatMap(splitGlobs) ?? `"${key}" must be a glob or a list of globs, not ${shown(fields.get(key))}`
  );
}

function alwaysBefore(globs: readonly string[], folder: string, notes: string[]): RuleTrigger | string {
  if (globs.length > 0) notes.push(`"globs" was left out, because the rule always applies`);
  return alwaysIn(folder, notes);
}

function alwaysIn(folder: string, notes: string[]): RuleTrigger | string {
  return folder === '' ? { when: 'always' } : filesTrigger(['**'], folder, notes);
}

/**
 * Globs are from the project on; those of a rule in a folder of its own are from there, unless they name it. A glob that
 * no condition can say is left out with a note, and the others hold.
 */
function filesTrigger(globs: readonly string[], folder: string, notes: string[]): RuleTrigger | string {
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

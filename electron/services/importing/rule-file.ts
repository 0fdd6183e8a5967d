import { type FrontMatter, readFrontMatter, shown, textsOf } from './front-matter.ts';
import { literalGlob, patternOfGlobs, splitGlobs } from './glob-pattern.ts';

/** Tools whose rule files are understood. */
export type RuleTool = 'claude_rules' | 'cursor_rules' | 'copilot_instructions';

/** When the rule of a file holds: always, for files that match a pattern, or never until somebody says when. */
export type RuleTrigger =
  | { readonly when: 'always' }
  | { readonly when: 'files'; readonly pattern: string }
  | { readonly when: 'muted'; readonly why: string };

export type RuleFile =
  | {
      readonly kind: 'read';
      readonly trigger: RuleTrigger;
      readonly description: string;
      readonly body: string;
      /** What was changed on the way, and what was not taken over. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly line?: number; readonly column?: number };

type Fields = ReadonlyMap<string, unknown>;

interface ToolFormat {
  /** Keys that mean something; others are noted. */
  readonly keys: readonly string[];
  /** Judges the fields; a text is the reason of a refusal. */
  readonly trigger: (fields: Fields, notes: string[], folder: string) => RuleTrigger | string;
}

const formats: Readonly<Record<RuleTool, ToolFormat>> = {
  claude_rules: { keys: ['paths', 'description'], trigger: claudeTrigger },
  cursor_rules: { keys: ['globs', 'alwaysApply', 'description'], trigger: cursorTrigger },
  copilot_instructions: { keys: ['applyTo', 'description', 'name'], trigger: copilotTrigger },
};

/** Reads a rule file of a tool: when it holds, and what it says. In a `folder` of its own it is for files there. */
export function readRuleFile(tool: RuleTool, text: string, folder = ''): RuleFile {
  const matter = readFrontMatter(text);
  if (matter.kind === 'broken') return { ...matter, kind: 'refused' };
  if (matter.body.trim() === '') return { kind: 'refused', reason: 'says nothing below its front matter' };
  return judge(formats[tool], matter, folder);
}

function judge(
  { keys, trigger: triggerOf }: ToolFormat,
  { fields, body }: FrontMatter & { kind: 'read' },
  folder: string,
): RuleFile {
  const description = fields.get('description') ?? '';
  const notes = [...fields]
    .filter(([key]) => !keys.includes(key))
    .map(([key, value]) => `"${key}: ${shown(value)}" has no counterpart and was left out`);
  if (typeof description !== 'string') notes.push('the description is no text and was left out');
  const trigger = triggerOf(fields, notes, folder);
  if (typeof trigger === 'string') return { kind: 'refused', reason: trigger };
  if (trigger.when === 'muted') notes.push(`imported muted: ${trigger.why}`);
  return {
    kind: 'read',
    trigger,
    description: typeof description === 'string' ? description.trim() : '',
    body: body.trim(),
    notes,
  };
}

/** Claude Code: rules without `paths` are for every file. */
function claudeTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const globs = globsOf(fields, 'paths');
  if (typeof globs === 'string') return globs;
  return globs.length === 0 ? alwaysIn(folder, notes) : filesTrigger(globs, folder, notes);
}

/** Cursor: always, for files, when the agent thinks so, or when the user names it. The last two have no condition. */
function cursorTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const always = truthOf(fields.get('alwaysApply') ?? false);
  if (always === undefined)
    return `"alwaysApply" must be true or false, not ${shown(fields.get('alwaysApply'))}`;
  const globs = globsOf(fields, 'globs');
  if (typeof globs === 'string') return globs;
  if (always && globs.length > 0) notes.push(`"globs" was left out, because the rule always applies`);
  if (always) return alwaysIn(folder, notes);
  if (globs.length > 0) return filesTrigger(globs, folder, notes);
  const isRequested = typeof fields.get('description') === 'string';
  return {
    when: 'muted',
    why: isRequested
      ? 'the agent decides by its description, which no condition can; give it conditions and switch it on'
      : 'it applies when a user names it; give it conditions and switch it on',
  };
}

/** Also the words in quotes, which the editor takes as well. */
function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Copilot: "**" is for every request, also those without a file; without `applyTo` a user attaches it. */
function copilotTrigger(fields: Fields, notes: string[]): RuleTrigger | string {
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
}

/** The globs of a field, or why they are none. */
function globsOf(fields: Fields, key: string): string[] | string {
  const texts = textsOf(fields.get(key));
  return (
    texts?.flatMap(splitGlobs) ?? `"${key}" must be a glob or a list of globs, not ${shown(fields.get(key))}`
  );
}

function alwaysIn(folder: string, notes: string[]): RuleTrigger | string {
  return folder === '' ? { when: 'always' } : filesTrigger(['**'], folder, notes);
}

/** Globs are from the project on; those of a rule in a folder of its own are from there, unless they name it. */
function filesTrigger(globs: readonly string[], folder: string, notes: string[]): RuleTrigger | string {
  if (folder !== '') notes.push(`it stands in "${folder}", so that it is for files there`);
  const isFromTop = (glob: string) => folder === '' || glob.replace(/^\.?\//, '').startsWith(`${folder}/`);
  const below = (glob: string) => `${literalGlob(folder)}/${glob.replace(/^\.?\//, '')}`;
  // What says which files not to match is refused as it stands.
  const placed = globs.map(glob => (isFromTop(glob) || glob.startsWith('!') ? glob : below(glob)));
  const read = patternOfGlobs(placed);
  return read.ok ? { when: 'files', pattern: read.pattern } : read.reason;
}

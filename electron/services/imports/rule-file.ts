import { toolFolders } from '../../../shared/imports/recognize-file.ts';
import { type FrontMatter, readFrontMatter, shown } from './front-matter.ts';
import type { ImportReader, RuleFile, RuleTarget } from './import-reader.ts';
import { ruleReader } from './rule-definitions.ts';
import type { TriggerOf } from './rule-trigger.ts';

/** The rule files of a tool: the engine that takes them, and how they say when they hold. */
interface ToolRules extends RuleTarget {
  /** Keys that mean something; others are noted. */
  readonly keys: readonly string[];
  readonly trigger: TriggerOf;
}

/** Reads the rule files of a tool: when each holds, and what it says. In a folder of its own it is for files there. */
export function toolRules({ keys, trigger, ...target }: ToolRules): ImportReader {
  return ruleReader({
    ...target,
    read(place, text) {
      const matter = readFrontMatter(text);
      if (matter.kind === 'broken') return { ...matter, kind: 'refused' };
      if (matter.body.trim() === '')
        return { kind: 'refused', reason: 'says nothing below its front matter' };
      return judge({ keys, trigger }, matter, folderAround(place));
    },
  });
}

/** The folder in which a tool keeps its rules, where that is not the top. */
function folderAround(place: string): string {
  const names = place.split('/');
  return names
    .slice(
      0,
      Math.max(
        0,
        names.findIndex(name => toolFolders.has(name)),
      ),
    )
    .join('/');
}

function judge(
  { keys, trigger: triggerOf }: Pick<ToolRules, 'keys' | 'trigger'>,
  { fields, body }: FrontMatter & { kind: 'read' },
  folder: string,
): RuleFile {
  const description = fields.get('description') ?? '';
  const name = keys.includes('name') ? fields.get('name') : undefined;
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
    name: typeof name === 'string' ? name.trim() : '',
    description: typeof description === 'string' ? description.trim() : '',
    body: body.trim(),
    notes,
  };
}

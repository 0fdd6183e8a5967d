import { isJsonObject, type JsonObject, textsIn } from '../../model/json.ts';
import { globTest, type PathTest } from '../glob.ts';
import { readSettings } from '../settings.ts';
import type { Situation } from '../situation.ts';

/** What the settings of Claude Code say of instruction files. */
export interface ClaudeSettings {
  /** Which of `CLAUDE.md` and `AGENTS.md` the user wants, as the setting Project instructions has it. */
  readonly mode: string;
  /** By `claudeMdExcludes`, of absolute paths. */
  readonly isExcluded: PathTest;
}

export async function readClaudeSettings({ tree, home, folder }: Situation): Promise<ClaudeSettings> {
  const users = await readSettings(tree, `${home}/.claude/settings.json`);
  const projects = await Promise.all(
    ['settings.json', 'settings.local.json'].map(name => readSettings(tree, `${folder}/.claude/${name}`)),
  );
  const patterns = [users, ...projects].flatMap(({ claudeMdExcludes }) => textsIn(claudeMdExcludes));
  return { mode: modeOf(users), isExcluded: globTest(patterns) };
}

/** Read from the user's settings alone. */
function modeOf({ pluginConfigs }: JsonObject): string {
  const configs = isJsonObject(pluginConfigs) ? pluginConfigs : {};
  const config = configs['agents-md@builtin'] ?? configs['cc-plugin-agents-md@builtin'];
  const options = isJsonObject(config) && isJsonObject(config.options) ? config.options : {};
  return typeof options.instructionFiles === 'string' ? options.instructionFiles : 'claude-md-or-agents-md';
}

import type { ToldEvent } from '../../../shared/model/flight.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type CodingAgent, canHook, type HookFormat, hookWords } from './coding-agent.ts';
import { fittingCount, fittingWord } from './fitting-fields.ts';
import { namedEvents } from './named-events.ts';
import { openCodePlugin } from './opencode-plugin.ts';

const events = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PostToolUse: 'after_tool',
  PostToolUseFailure: 'tool_failed',
  PreCompact: 'before_compaction',
  PostCompact: 'after_compaction',
  Stop: 'stop',
  SessionEnd: 'session_end',
} as const;

const agent = 'opencode';
const named = namedEvents({
  agent,
  events,
  hearing: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure'],
});

export const openCodeHooks: HookFormat = {
  read(input) {
    const told = named.read(input);
    if (told === undefined || !Array.isArray(input.answers)) return told;
    return { ...told, answers: input.answers.flatMap(answer => fittingAnswer(answer) ?? []).slice(-100) };
  },
  // Always something: who hears nothing was not heard.
  write: ({ context, block, unkept }) => ({
    ...(context !== undefined && { context }),
    ...(block !== undefined && { block }),
    ...(unkept !== undefined && { unkept }),
  }),
};

/** One whose counts are not whole is none; what only describes it is left out where it does not fit. */
function fittingAnswer(answer: unknown): NonNullable<ToldEvent['answers']>[number] | undefined {
  if (!isJsonObject(answer) || !isJsonObject(answer.usage)) return undefined;
  const { usage } = answer;
  const answer_id = fittingWord(answer.answer_id);
  const input_tokens = fittingCount(usage.input_tokens);
  const cache_read_tokens = fittingCount(usage.cache_read_tokens);
  const cache_creation_tokens = fittingCount(usage.cache_creation_tokens);
  const output_tokens = fittingCount(usage.output_tokens);
  if (
    answer_id === undefined ||
    input_tokens === undefined ||
    cache_read_tokens === undefined ||
    cache_creation_tokens === undefined ||
    output_tokens === undefined
  )
    return undefined;
  const [model, window] = [fittingWord(answer.model), fittingCount(answer.window, 1)];
  return {
    answer_id,
    ...(model !== undefined && { model }),
    ...(window !== undefined && { window }),
    usage: { input_tokens, cache_read_tokens, cache_creation_tokens, output_tokens },
  };
}

/**
 * In a repository that has a folder `.opencode`, opencode installs packages into it; so the plugin lies elsewhere and is
 * named in the settings, to which opencode would add the line with their schema by itself.
 */
const projectPlugin = '.codebolt/opencode.js';

/** It has plugins in place of hooks: a small one of ours tells the events, with the real counts of tokens. */
export const openCode: CodingAgent = {
  signs: {
    programs: ['opencode'],
    home: ['.config/opencode', '.opencode'],
    project: ['opencode.json', 'opencode.jsonc', '.opencode'],
  },
  setUp(place) {
    const isProject = place.scope === 'project';
    const { program, values, env } = place.weft;
    const folder = isProject ? '' : `${place.folderOf('XDG_CONFIG_HOME', '.config')}/opencode/`;
    const settings = ['opencode.jsonc', 'opencode.json'].map(name => `${folder}${name}`);
    const server = {
      type: 'local',
      command: [program, ...values, 'mcp'],
      enabled: true,
      ...(Object.keys(env).length > 0 && { environment: env }),
    };
    const named = { at: ['plugin'], value: `./${projectPlugin}`, isElement: true as const };
    return [
      {
        kind: 'json',
        path: settings.find(place.isThere) ?? `${folder}opencode.json`,
        entries: [
          { at: ['$schema'], value: 'https://opencode.ai/config.json', isDefault: true },
          { at: ['mcp', 'weft'], value: server },
          ...(isProject && canHook(place) ? [named] : []),
        ],
      },
      ...(canHook(place)
        ? [
            {
              kind: 'file' as const,
              path: isProject ? projectPlugin : `${folder}plugins/weft.js`,
              text: openCodePlugin(hookWords(place.weft, agent)),
            },
          ]
        : []),
      {
        kind: 'paragraph',
        // Where there is no AGENTS.md it reads CLAUDE.md, which a new AGENTS.md would hide.
        paths: isProject
          ? ['AGENTS.md', ...(place.isThere('CLAUDE.md') ? ['CLAUDE.md'] : [])]
          : [`${folder}AGENTS.md`],
      },
    ];
  },
};

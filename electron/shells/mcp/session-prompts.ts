import type { GetPromptResult, Prompt, ServerContext } from '@modelcontextprotocol/server';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { askWeft, hearingWarnings, promptMessages } from './ask-weft.ts';
import { readable } from './readable.ts';
import type { McpTool } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

type Arguments = Readonly<Record<string, string>>;

/** A prompt of a session's life, which the user of an agent asks for by name. */
interface SessionPrompt {
  readonly prompt: Prompt;
  /** The procedure that it asks the agent to call, by the tool that is offered for it. */
  readonly needs?: ProcedureName;
  /** `tool`: the name of the one that it needs. */
  render(options: McpOptions, context: ServerContext, given: Arguments, tool: string): Promise<string>;
}

/** One whose tool the agent is offered, with its name. */
interface OfferedPrompt extends SessionPrompt {
  readonly tool: string;
}

const session = { name: 'session', description: 'Id of the session.' };
const task = { name: 'task', description: 'What is to be done.' };

/** What is asked for at the beginning of a session, before its context is lost, and at its end. */
const sessionPrompts: readonly SessionPrompt[] = [
  {
    prompt: {
      name: 'start',
      title: 'Start',
      description: 'What the project knows about a task: decisions, warnings, open needs, known errors.',
      arguments: [task],
    },
    async render(options, context, given) {
      const ledger = await askWeft(options, context, 'ledger.assemble', {
        task: given.task ?? '',
        max_tokens: 2000,
      });
      const { patterns } = await askWeft(options, context, 'errorPatterns.list', {});
      const errors = listOf(patterns)
        .filter(({ shown }) => shown === true)
        .slice(0, 5)
        .map(({ signature, solution }) => ({ error: signature, solution }));
      const { assembled_at: _, token_estimate: __, ...known } = ledger;
      return [
        ...(given.task === undefined ? [] : [`The task: ${given.task}`]),
        `Data from Weft, about this project:\n${readable({ ...known, known_errors: errors })}`,
      ].join('\n\n');
    },
  },
  {
    prompt: {
      name: 'save',
      title: 'Save',
      description: 'Saves what must survive a compaction, and says what Weft has of the session already.',
      arguments: [{ ...session, required: true }],
    },
    needs: 'health.record',
    async render(options, context, given, tool) {
      const { sessions } = await askWeft(options, context, 'health.state', { session_id: given.session });
      return [
        `The state of this session is to be saved before its context is compacted: task, phase, decisions with their reasons, files, what remains and what is in the way, by ${tool} with session_id ${JSON.stringify(given.session)}.`,
        `Saved so far, as data from Weft:\n${readable(listOf(sessions)[0] ?? {})}`,
      ].join('\n\n');
    },
  },
  {
    prompt: {
      name: 'handoff',
      title: 'Hand off',
      description: 'Leaves what the next agent needs, and says what was left for this one.',
      arguments: [{ ...session, required: true }],
    },
    needs: 'packages.save',
    async render(options, context, given, tool) {
      const { packages } = await askWeft(options, context, 'packages.list', { session_id: given.session });
      const left = listOf(packages).map(({ id, package_type, priority, summary, producer_agent }) => ({
        id,
        package_type,
        priority,
        summary,
        producer_agent,
      }));
      return [
        `What the next agent needs of this session is to be left by ${tool} with session_id ${JSON.stringify(given.session)}: what was found, what failed, what was decided, what remains; one package each, its summary in one line.`,
        `Left so far, as data from Weft:\n${readable({ packages: left })}`,
      ].join('\n\n');
    },
  },
];

/** Those that the agent can do what they ask for. */
export function offeredPrompts(tools: readonly McpTool[]): OfferedPrompt[] {
  return sessionPrompts.flatMap(prompt => {
    const tool = prompt.needs === undefined ? '' : toolFor(prompt.needs, tools);
    return tool === undefined ? [] : [{ ...prompt, tool }];
  });
}

export async function renderSessionPrompt(
  { prompt, render, tool }: OfferedPrompt,
  options: McpOptions,
  context: ServerContext,
  given: Arguments,
): Promise<GetPromptResult> {
  const { heard, lacks } = hearingWarnings(options);
  const text = await render(heard, context, given, tool);
  return {
    ...(prompt.description !== undefined && { description: prompt.description }),
    messages: promptMessages(text, lacks()),
  };
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** What tools are for, where several do the same: of one alone, and of them together. */
const purposes = [
  {
    tools: ['context_for_agent', 'twining_assemble'],
    one: 'says what to know before a task',
    several: 'say what to know before a task',
  },
  {
    tools: ['twining_post', 'twining_decide'],
    one: 'leaves what others should know',
    several: 'leave what others should know',
  },
  {
    tools: ['context_health'],
    one: 'follows how full the context is',
    several: 'follow how full the context is',
  },
] as const;

/** What an agent is told when it connects, of the tools that it is offered. */
export function instructionsFor(offered: readonly McpTool[]): string {
  const names = new Set(offered.map(({ tool }) => tool));
  const parts = purposes.flatMap(({ tools, one, several }) => {
    const known = tools.filter(name => names.has(name));
    return known.length === 0 ? [] : [`${known.join(' and ')} ${known.length === 1 ? one : several}`];
  });
  return [
    'Weft keeps what agents of this project share.',
    ...(parts.length === 0 ? [] : [`${parts.join('; ')}.`]),
    ...(offered.length === 0 ? [] : ['Answers are texts; next goes on where one ended.']),
  ].join(' ');
}

/** The offered tool that leads to a procedure. */
export const toolFor = (procedure: string, offered: readonly McpTool[]): string | undefined =>
  offered.find(({ ways }) => ways.some(({ name }) => name === procedure))?.tool;

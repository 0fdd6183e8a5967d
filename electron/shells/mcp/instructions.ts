import type { McpTool } from './tools.ts';

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

import { keysOf } from './entries.ts';

/** What a template is called, and what somebody gets who begins with it. */
interface ProjectTemplate {
  readonly title: string;
  readonly text: string;
}

/** Small projects to begin from; the files of each stand in `electron/sample-project/templates`. */
export const projectTemplates = {
  'coding-agent': {
    title: 'Coding agent',
    text: 'House rules, architecture and known traps, by the file and the phase an agent is in.',
  },
  'support-bot': {
    title: 'Support bot',
    text: 'Policies, help articles and open incidents, by the plan, mood and question of a customer.',
  },
  'research-team': {
    title: 'Research team',
    text: 'Method, sources and earlier findings, by the role and stage of each agent.',
  },
} as const satisfies Record<string, ProjectTemplate>;

export type ProjectTemplateId = keyof typeof projectTemplates;
export const projectTemplateIds = keysOf(projectTemplates);

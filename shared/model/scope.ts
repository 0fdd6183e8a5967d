/** The eight scopes of a request. */
export const scopes = ['swarm', 'project', 'agent', 'thread', 'task', 'user', 'org', 'orchestrator'] as const;
export type Scope = (typeof scopes)[number];

export function isScope(name: string): name is Scope {
  return scopes.some(scope => scope === name);
}

/** The standard fields of each scope; the first is its id field. */
export const scopeFields = {
  swarm: ['swarm_id', 'swarm_name'],
  project: ['project_id', 'project_path'],
  agent: ['agent_id', 'agent_name', 'agent_type'],
  thread: ['thread_id'],
  task: ['task_id', 'task_type'],
  user: ['user_id'],
  org: ['org_id'],
  orchestrator: ['orchestrator_id'],
} as const satisfies Record<Scope, readonly [string, ...string[]]>;

/** From broad to narrow: in the flat map a later scope wins. */
export const scopesBroadToNarrow = [
  'org',
  'user',
  'orchestrator',
  'swarm',
  'project',
  'agent',
  'thread',
  'task',
] as const satisfies readonly Scope[];

import type { ListedPackage, ListedSession } from '../../renderer/features/handoff/handoff-store.ts';

const at = '2026-11-20T10:00:00.000Z';

/** A session with one package, as the host lists it; every part may be replaced. */
export const listedSession = (session_id: string, more: Partial<ListedSession> = {}): ListedSession => ({
  session_id,
  metadata: {},
  created_at: at,
  updated_at: at,
  packages: 1,
  groups: [],
  agents: [],
  ...more,
});

/** A context package, as the host lists it; every part may be replaced. */
export const listedPackage = (session_id: string, more: Partial<ListedPackage> = {}): ListedPackage => ({
  id: 1,
  session_id,
  group_id: null,
  package_type: 'research',
  file_path: 'notes/login.md',
  producer_agent: 'tech_lead',
  priority: 'high',
  summary: 'How the login works',
  size_bytes: 2048,
  created_at: at,
  consumers: [],
  superseded: false,
  ...more,
});

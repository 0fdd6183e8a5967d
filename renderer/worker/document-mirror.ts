import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { EngineChange, VersionChange } from './protocol.ts';

/** An engine as it is edited and as it is saved. Rules that did not change are the same objects in both. */
export interface EngineVersions {
  readonly working: ContextRuleEngine | null;
  readonly saved: ContextRuleEngine | null;
}

/** The versions after a change. */
export function changedVersions(before: EngineVersions | undefined, change: EngineChange): EngineVersions {
  const old = before ?? { working: null, saved: null };
  const working = change.working === undefined ? old.working : versionOf(old.working, change.working);
  if (change.saved === undefined) return { working, saved: old.saved };
  return { working, saved: change.saved === 'working' ? working : versionOf(old.saved, change.saved) };
}

function versionOf(before: ContextRuleEngine | null, change: VersionChange | null): ContextRuleEngine | null {
  if (change === null) return null;
  const rules = change.rules.flatMap(rule => (typeof rule === 'number' ? (before?.rules[rule] ?? []) : rule));
  return { ...change.engine, rules };
}

/** Puts each value under its key, and takes away those that are null. */
export function takeEach<Value>(
  map: Map<string, Value>,
  entries: Readonly<Record<string, Value | null>> | undefined,
): void {
  for (const [id, value] of Object.entries(entries ?? {})) {
    if (value === null) map.delete(id);
    else map.set(id, value);
  }
}

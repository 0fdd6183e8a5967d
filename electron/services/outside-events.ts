import { unreachable } from '../../shared/contract/errors.ts';
import type { DefinitionEvent } from '../../shared/contract/events.ts';
import type { OutsideChange } from '../storage/files/change-watch.ts';
import type { DefinitionGroup } from './open-project.ts';

/** What listeners hear of definitions that changed on disk; the same events as for changes by a procedure (F13). */
export function outsideEvents(kind: DefinitionGroup, changes: readonly OutsideChange[]): DefinitionEvent[] {
  switch (kind) {
    case 'engines':
      return changes.map(({ id, change }) => ({ event: `contextRuleEngine:${change}`, id }));
    case 'memories':
      return changes.map(({ id, change }) => ({ event: `persistentMemory:${change}`, id }));
    case 'samples':
    case 'layouts':
      return [{ event: 'project:changed', what: kind }];
    default:
      return unreachable(kind);
  }
}

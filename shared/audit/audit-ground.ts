import type { ContextContract } from '../model/context-contract.ts';
import type { ContextTest } from '../model/context-test.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { AuditKind, MemoryFinding } from '../model/memory-audit.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';
import type { Passage } from './passages.ts';

/** A decision of the ledger, as far as memories can be at odds with it. */
export interface AuditDecision {
  readonly id: string;
  readonly summary: string;
  readonly status: 'active' | 'provisional' | 'superseded' | 'overridden';
}

/** What is known of the project's files. */
export interface ProjectNames {
  /** Undefined where that cannot be told, as where too many files were there to look at all of them. */
  hasFile(path: string): boolean | undefined;
  hasSymbol(name: string): boolean | undefined;
}

/** Everything an audit looks at. */
export interface AuditGround {
  readonly memories: readonly PersistentMemory[];
  readonly engines: readonly ContextRuleEngine[];
  readonly samples: readonly Sample[];
  readonly tests: readonly ContextTest[];
  readonly contracts: readonly ContextContract[];
  readonly decisions: readonly AuditDecision[];
  readonly names: ProjectNames;
}

/** What is found once for all kinds. */
export interface Prepared extends AuditGround {
  readonly passages: readonly Passage[];
  /** Memories that some rule, sample, test or contract names. */
  readonly asked: ReadonlySet<string>;
}

/** One kind of finding; stops again and again. */
export interface AuditRule {
  readonly severity: MemoryFinding['severity'];
  find(ground: Prepared): Generator<void, readonly Found[]>;
}

/** A finding before it is numbered; its severity where that is not the one of its kind. */
export type Found = Omit<MemoryFinding, 'id' | 'kind' | 'severity'> &
  Partial<Pick<MemoryFinding, 'severity'>>;

export type AuditRules = Readonly<Record<AuditKind, AuditRule>>;

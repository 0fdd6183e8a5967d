import type { ImportSource } from '../../../shared/imports/import-kinds.ts';
import type { MemoryDraft, PersistentMemory } from '../../../shared/model/memory.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { ContextRule, EngineDraft } from '../../../shared/model/rule.ts';
import type { ImportFile } from '../../storage/documents/collect-files.ts';
import type { SourceFile } from '../content/read-sources.ts';
import type { RuleTrigger } from './rule-trigger.ts';

/** The engine that takes the rules of one tool. */
export interface EngineHead {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Where the rules of one kind of file go. */
export interface RuleTarget extends EngineHead {
  /** Begins the ids. */
  readonly prefix: string;
}

/** A kind of file that says a rule. */
export interface RuleKind extends RuleTarget {
  /** Reads what stands at a place. */
  readonly read: (place: string, text: string) => RuleFile;
  /** Its text is taken apart at its headings. */
  readonly isInSections?: boolean;
}

/** What a file says: when its rule holds, and what its memory has. */
export type RuleFile =
  | {
      readonly kind: 'read';
      readonly trigger: RuleTrigger;
      /** Empty where the file gives none. */
      readonly name: string;
      readonly description: string;
      readonly body: string;
      /** What was changed on the way, and what was not taken over. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly line?: number; readonly column?: number };

/** What a candidate brings. */
type CandidateContent =
  | { readonly kind: 'engine'; readonly draft: EngineDraft }
  | { readonly kind: 'memory'; readonly draft: MemoryDraft }
  | {
      readonly kind: 'rule';
      readonly engine: EngineHead;
      readonly rule: ContextRule;
      readonly memory: PersistentMemory;
    }
  | { readonly kind: 'document'; readonly document: ImportFile }
  /** A memory type whose file is no more. */
  | { readonly kind: 'gone'; readonly id: string };

/** Something that can be imported; the user chooses by `id`. */
export interface ImportCandidate {
  readonly id: string;
  readonly source: ImportSource;
  readonly file: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly content: CandidateContent;
}

export interface FoundCandidates {
  readonly candidates: ImportCandidate[];
  readonly refused: FileProblem[];
  /** Files that hold conversations, by full path. */
  readonly conversations: string[];
  /** Files that a search met and nobody named, by path: what they are is no matter of an import. */
  readonly left: { readonly papers: string[]; readonly json: string[] };
}

/** Who reads the files of one kind. */
export interface ImportReader {
  /** Reads a file into what was found: something to import, or why it is refused. */
  readonly read: (file: SourceFile, found: FoundCandidates, source: ImportSource) => void;
  /** How a file becomes a rule, where it does. */
  readonly rules?: RuleKind;
}

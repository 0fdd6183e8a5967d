import { useMemo } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { asOneEngine, ofAnyEngine } from '../../../../shared/rules/behaviour/compare-behaviour.ts';
import type { ComparedDefinitions } from '../../../../shared/rules/behaviour/compare-definitions.ts';
import type { ComparedStates } from '../../../stores/behaviour-diff.ts';
import { type DocumentsState, selectWorking, useDocuments } from '../../../stores/documents.ts';
import type { Documents } from '../../../stores/history.ts';
import { useSettled } from '../../../stores/use-settled.ts';
import { useCurrentEngineId } from '../selection.ts';

/** What the rules as they are edited are compared with. */
export type Against =
  | { readonly kind: 'saved' }
  /** Undefined until a revision was read. */
  | { readonly kind: 'revision'; readonly state: ComparedDefinitions | undefined }
  | { readonly kind: 'engine'; readonly id: string };

const selectSaved = (state: DocumentsState) => state.saved;

/** Both states, the same object as long as nothing of them changed; undefined where there is nothing to compare. */
export function useComparedStates(against: Against): ComparedStates | undefined {
  const working = useSettled(useDocuments, selectWorking);
  const saved = useSettled(useDocuments, selectSaved);
  const engineId = useCurrentEngineId();
  const { engines, memories, samples } = working;
  return useMemo(
    () => statesOf(against, { engines, memories, samples }, saved, engineId),
    [against, engines, memories, samples, saved, engineId],
  );
}

type Compared = Pick<Documents, 'engines' | 'memories' | 'samples'>;

function statesOf(
  against: Against,
  working: Compared,
  saved: Compared,
  engineId: string | undefined,
): ComparedStates | undefined {
  const samples = Object.values(working.samples);
  const after = definitionsOf(working);
  switch (against.kind) {
    case 'saved': {
      const isSame = working.engines === saved.engines && working.memories === saved.memories;
      return isSame ? undefined : { before: definitionsOf(saved), after, samples };
    }
    case 'revision':
      return against.state && { before: against.state, after, samples };
    case 'engine':
      return betweenEngines(working.engines[against.id], working.engines[engineId ?? ''], samples);
    default:
      return unreachable(against);
  }
}

function betweenEngines(
  before: ContextRuleEngine | undefined,
  after: ContextRuleEngine | undefined,
  samples: ComparedStates['samples'],
): ComparedStates | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  const [left, right] = asOneEngine(before, after);
  return { before: left, after: right, samples: samples.map(ofAnyEngine) };
}

const definitionsOf = ({ engines, memories }: Compared): ComparedDefinitions => ({
  engines: Object.values(engines),
  memories: Object.values(memories),
});

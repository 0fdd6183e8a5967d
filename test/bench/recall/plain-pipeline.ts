import type { App } from '../../../electron/services/app/app.ts';
import type { Input } from '../../../shared/contract/contract.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { callApp } from '../support/bench-app.ts';
import type { Question } from './conversation.ts';

/** No turn costs less than this, so that more of them than this allows would not fit. */
const leastTokens = 8;

/** A memory that searches `conversation`, unless `params` name another collection. */
function searchMemory(params: JsonObject, budget: number): PersistentMemory {
  const topK = Math.min(1000, budget / leastTokens);
  return {
    id: 'recall',
    label: 'What was said',
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: {
      pipeline: [{ type: 'document_search', params: { collection: 'conversation', topK, ...params } }],
    },
    contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
  };
}

interface Asked {
  /** Of the search. */
  readonly params: JsonObject;
  readonly question: Question;
  readonly budget: number;
}

/** How one memory is asked a question. */
export function pipelineInput({ params, question, budget }: Asked): Input<'assembly.preview'> {
  const memory = searchMemory(params, budget);
  return {
    request: {
      scope_variables: {},
      input: { text: question.text },
      explicit_memory: [memory.id],
      rule_engine_ids: [],
      constraints: { max_tokens: budget, estimator: 'chars4', budget_strategy: 'pack' },
    },
    overlay: { memories: [memory] },
  };
}

/** What one memory brings for a question, and the part of its evidence that is in there, whole and verbatim. */
export async function askPipeline(
  app: App,
  asked: Asked,
): Promise<{ readonly assembled: AssembledContext; readonly recall: number }> {
  const assembled = await callApp(app, 'assembly.preview', pipelineInput(asked));
  const { question, budget } = asked;
  const items = Object.values(assembled.context).flat();
  const cost = items.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  if (cost > budget) throw new Error(`the context costs ${cost} tokens, ${budget} were allowed`);
  const given = new Set(items.map(({ content }) => content));
  const found = question.evidence.filter(text => given.has(text));
  return { assembled, recall: found.length / question.evidence.length };
}

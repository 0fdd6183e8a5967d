import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContentDatabase } from '../../../electron/storage/database/content-database.ts';
import { type PreparedDocument, putDocuments } from '../../../electron/storage/documents/document-table.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { cleanUnder } from '../../../shared/redaction/redact.ts';
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts';

export const memoryCount = 8;
const itemsEach = 20;
const ruleCount = 100;
const sections = ['state', 'constraints', 'knowledge', 'history'] as const;

interface Words {
  /** Words as texts have them: few are frequent, most are rare. */
  readonly text: (count: number) => string;
  /** Words that somebody searches for: any. */
  readonly query: (count: number) => string;
}

function wordsOf(random: SeededRandom): Words {
  const vocabulary = Array.from({ length: 20_000 }, () =>
    random.text('abcdefghijklmnopqrstuvwxyz', random.between(4, 10)),
  );
  const words = (count: number, skew: number) =>
    Array.from(
      { length: count },
      () => vocabulary[Math.floor(random.next() ** skew * vocabulary.length)],
    ).join(' ');
  return { text: count => words(count, 2), query: count => words(count, 1) };
}

export interface AssemblyWorkload {
  readonly content: ContentDatabase;
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  /** A request like no other. */
  nextRequest(): object;
}

/** A project's database with so many chunks in eight collections, and rules of which a few ask for all of them. */
export async function buildWorkload(folder: string, items: number): Promise<AssemblyWorkload> {
  const random = createSeededRandom(items);
  const words = wordsOf(random);
  mkdirSync(join(folder, '.codebolt'), { recursive: true });
  const content = new ContentDatabase(folder, () => new Date().toISOString());
  for (let index = 0; index < memoryCount; index += 1) {
    const documents = Array.from({ length: items / memoryCount }, (_, at) => newDocument(words, index, at));
    await content.writeInSteps(
      database => putDocuments(database, documents),
      () => false,
    );
  }
  return {
    content,
    engines: [engine()],
    memories: Array.from({ length: memoryCount }, (_, index) => searchingMemory(index)),
    nextRequest: () => ({
      scope_variables: { project: { project_id: 'p' }, agent: { agent_id: 'a', agent_type: 'reviewer' } },
      additional_variables: { phase: 'review', level: random.between(1, 9) },
      input: { text: words.query(4) },
      constraints: { max_tokens: 8000, estimator: 'o200k_base' },
    }),
  };
}

/** As an import prepares it. */
function newDocument(words: Words, collection: number, at: number): PreparedDocument {
  const content = words.text(60);
  const title = words.text(3);
  const chunk = { title, content, chars4: Math.ceil(content.length / 4), o200k_base: 90 };
  return {
    collection: `collection-${collection}`,
    path: `${at}.md`,
    title,
    trust: 'imported',
    contentHash: String(at),
    bytes: content.length,
    chunks: [{ ...chunk, cleanUnder: cleanUnder([content, title, `${at}.md`]) }],
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

function engine(): ContextRuleEngine {
  return {
    id: 'rules',
    name: 'Rules',
    description: '',
    enabled: true,
    rules: Array.from({ length: ruleCount }, (_, index) => ({
      id: `rule-${index}`,
      name: `Rule ${index}`,
      when: [
        {
          field: 'addVar.phase',
          operator: 'eq' as const,
          value: index < memoryCount ? 'review' : `phase-${index}`,
        },
        { field: 'scope.agent.agent_type', operator: 'in' as const, value: ['reviewer', 'author'] },
        { field: 'addVar.level', operator: 'gte' as const, value: 0 },
      ],
      then: { add_memories: [`memory-${index % memoryCount}`] },
    })),
  };
}

function searchingMemory(index: number): PersistentMemory {
  return {
    id: `memory-${index}`,
    label: `Memory ${index}`,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: {
      pipeline: [
        { type: 'document_search', params: { collection: `collection-${index}`, topK: itemsEach } },
        { type: 'deduplicate', params: { field: 'content' } },
      ],
    },
    contribution: {
      section: sections[index % sections.length] ?? 'knowledge',
      priority: 'medium',
      format: 'bullet_list',
    },
  };
}

import { trustOfOrigin } from '../../../shared/model/authority.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { PackageQuery } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { readCandidates, readShownPatterns } from './handoff-store.ts';

/** Packages as elements, best first: docs/reference/steps.md#context_packages. An assembly redacts them. */
export async function readPackageElements(
  content: ContentDatabase,
  { sessionId, groupId, agentType, iteration }: PackageQuery,
  now: string,
): Promise<Element[]> {
  const query = { session_id: sessionId, group_id: groupId, agent_type: agentType, iteration };
  const { ranked } = await readCandidates(content, query, now, 'off');
  return ranked.map(({ entry, score, factors }) => {
    const { id, summary, content: whole, file_path, created_at, priority, group_id, trust } = entry;
    return {
      id: `package:${id}`,
      title: file_path,
      content: whole === undefined ? summary : `${summary}\n\n${whole}`,
      timestamp: created_at,
      source: { kind: 'package', ref: String(id), title: file_path, timestamp: created_at, trust },
      summary,
      file_path,
      priority,
      group_id,
      package_type: entry.package_type,
      producer_agent: entry.producer_agent,
      rank_score: score,
      factors,
    };
  });
}

/** Error patterns as elements, best first (`error_patterns`). */
export async function readPatternElements(
  content: ContentDatabase,
  sessionId: string,
  now: string,
): Promise<Element[]> {
  const patterns = await readShownPatterns(content, { sessionId }, now, 'off');
  return patterns.map(
    ({ signature, solution, pattern_hash, confidence, occurrences, last_seen, origin = 'agent' }) => ({
      id: pattern_hash,
      title: signature.error_type,
      content: `${signature.error_type}: ${signature.message_pattern}\nSolution: ${solution}`,
      timestamp: last_seen,
      score: confidence,
      source: {
        kind: 'error_pattern',
        ref: pattern_hash,
        title: signature.error_type,
        timestamp: last_seen,
        trust: trustOfOrigin[origin],
        origin,
      },
      confidence,
      occurrences,
      solution,
    }),
  );
}

import { hasShape } from '../model/check-shape.ts';
import type { MemoryImpact } from '../model/impact.ts';
import { requestSchema } from '../model/request.ts';
import { isRuleEnabled } from '../model/rule-defaults.ts';
import type { Sample } from '../model/sample.ts';
import { evaluateRules } from '../rules/evaluation/evaluate-rules.ts';
import type { RegexCache } from '../rules/evaluation/regex-cache.ts';
import type { RenamingInput } from './renaming.ts';

/** Everything that uses a memory: rules, their engines, and the samples that get it or ask for it. */
export function memoryImpact(
  id: string,
  { engines, memories, samples }: RenamingInput,
  regexes: RegexCache,
): MemoryImpact {
  const adding = engines.filter(engine => engine.rules.some(rule => rule.then.add_memories.includes(id)));
  const rules = adding.flatMap(engine =>
    engine.rules
      .filter(rule => rule.then.add_memories.includes(id))
      .map(rule => ({
        engine_id: engine.id,
        rule_id: rule.id,
        engine_name: engine.name,
        rule_name: rule.name,
        active: engine.enabled && isRuleEnabled(rule),
      })),
  );
  return {
    exists: memories.some(memory => memory.id === id),
    rules,
    engines: adding.map(engine => engine.id),
    samples: samples
      .map(sample => useInSample(id, sample, adding, regexes))
      .filter(use => use.explicit || use.rules.length > 0),
  };
}

function useInSample(
  id: string,
  sample: Sample,
  engines: RenamingInput['engines'],
  regexes: RegexCache,
): MemoryImpact['samples'][number] {
  const { request } = sample;
  const { explicit_memory: asked } = request;
  const evaluated = hasShape(requestSchema, request)
    ? evaluateRules(request, engines, { regexes })
    : undefined;
  const rules = (evaluated?.engineResults ?? []).flatMap(({ engine_id, matched_rules }) =>
    matched_rules.filter(rule => rule.memories.includes(id)).map(({ rule_id }) => ({ engine_id, rule_id })),
  );
  return { id: sample.id, name: sample.name, explicit: Array.isArray(asked) && asked.includes(id), rules };
}

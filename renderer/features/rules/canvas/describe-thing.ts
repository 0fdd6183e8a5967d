import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import { sentenceText } from '../../../../shared/rules/rule-sentence.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { findRule } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { t, told } from '../../../texts/texts.ts';
import type { Findable } from '../../../ui/findable.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { alternativesOf } from '../alternatives.ts';
import { select } from '../selection.ts';
import { formatActual } from '../values/format-value.ts';
import type { CanvasNode } from './build-graph.ts';
import { thingOf } from './node-ids.ts';
import { countTogether } from './together.ts';

/** What a screen reader says of what is selected: how much, whether it is pinned, and the thing in sight. */
export function describeSelected(
  ids: readonly string[],
  selected: string | undefined,
  engineId: string,
  nodes: readonly CanvasNode[],
): string {
  const { working } = useDocuments.getState();
  const pins = working.layouts[engineId]?.pins;
  const pinned = selected !== undefined && pins?.[selected] ? ` ${t('Pinned.')}` : '';
  const thing = selected === undefined ? undefined : thingOf(selected);
  const others =
    thing?.kind === 'rule' ? alternativesOf(working.layouts[engineId], thing.ruleId).length - 1 : 0;
  const alternatives = others > 0 ? ` ${formatCounted(others, 'alternative')}.` : '';
  const count = ids.length > 1 ? t('{count} selected. ', { count: countTogether(ids) }) : '';
  const group = thing?.kind === 'group' ? nodes.find(({ id }) => id === selected) : undefined;
  const text = group?.type === 'ruleGroup' ? group.data.said : describeThing(selected, engineId);
  return `${count}${text}${pinned}${alternatives}`;
}

/** What is found is selected, and by that brought into sight, drawn or not. */
export function findableNodes(engineId: string, nodes: readonly { readonly id: string }[]): Findable {
  const state: { found: readonly string[] } = { found: [] };
  return {
    find: words => {
      const holds = (id: string) => describeThing(id, engineId).toLowerCase().includes(words.toLowerCase());
      state.found = nodes.map(({ id }) => id).filter(holds);
      return state.found.length;
    },
    show: at => {
      const id = state.found[at];
      if (id !== undefined) select(id);
      return undefined;
    },
  };
}

/** What a screen reader says of the thing that the arrow keys came to. */
function describeThing(id: string | undefined, engineId: string): string {
  const thing = id === undefined ? undefined : thingOf(id);
  const { working } = useDocuments.getState();
  const { engines, variables } = useEvaluations.getState();
  if (thing?.kind === 'variable')
    return t('Variable {field}, {value} in this sample.', {
      field: thing.field,
      value: formatActual(variables.get(thing.field)),
    });
  if (thing?.kind === 'memory') {
    const contribution = working.memories[thing.memoryId]?.contribution;
    return t('Memory {memoryId}, {contribution}.', {
      memoryId: thing.memoryId,
      contribution: contribution
        ? `${told(contribution.section.replaceAll('_', ' '))}, ${told(contribution.priority)}`
        : t('unknown'),
    });
  }
  if (thing?.kind !== 'rule') return '';
  const rule = findRule(working, { engineId, ruleId: thing.ruleId });
  return rule ? describeRule(rule, engines[engineId]?.byRule.get(rule.id)) : '';
}

/** Name, outcome, priority and the sentence of a rule. */
export function describeRule(rule: ContextRule, explained: ExplainedRule | undefined): string {
  const away = explained?.conditions.filter(condition => condition.outcome !== 'matched').length ?? 0;
  const outcome = !isRuleEnabled(rule)
    ? t(isDraft(rule) ? 'draft' : 'muted')
    : explained?.outcome === 'fired'
      ? t('fires')
      : explained === undefined
        ? t('no sample')
        : t('{distance} {distance|condition|conditions} away', { distance: away });
  return t('Rule {name}, {outcome}, priority {priority}. {sentence}', {
    name: rule.name,
    outcome,
    priority: rulePriority(rule),
    sentence: sentenceText(rule, told),
  });
}

/** What a screen reader says of each node and edge, in place of the library's own words. */
export const canvasWords = {
  'node.a11yDescription.default': t('Enter or space selects the node, Delete removes it, Escape cancels.'),
  'edge.a11yDescription.default': t('Enter or space selects the edge, Delete removes it, Escape cancels.'),
};

export const canvasLabel = t(
  'Rule canvas: arrows walk, with Shift they select more, with Alt they move; Enter opens, A adds a condition, N makes a rule, P pins',
);

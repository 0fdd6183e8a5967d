import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Grouping, Layout } from '../../../../shared/model/layout.ts';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { saying } from '../../../../shared/rules/operators.ts';
import { conditionsText } from '../../../../shared/rules/rule-sentence.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { dropEmpty, layoutOf, shownEngine } from '../../../stores/layouts.ts';
import { t, told } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { conditionsOn, orderedRules } from '../edits/rule-edits.ts';
import { select } from '../selection.ts';
import {
  type CanvasEdge,
  type CanvasNode,
  cardHandle,
  cardId,
  edgeLabel,
  type GroupedRules,
  placed,
  sourceHandle,
} from './build-graph.ts';
import type { GroupCard } from './group-card.ts';
import type { Box } from './layout-canvas.ts';
import { groupNodeId, memoryNodeId, variableNodeId } from './node-ids.ts';
import { groupedFrom, isGrouped, useRevealed } from './revealed-groups.ts';

/** What rules are grouped by. */
export type GroupedBy = { readonly by: 'adds' } | { readonly by: 'field'; readonly field: string };

/** So many rules a group has on the mean, or a grouping that nobody chose helps nobody. */
const fewestInGroup = 4;
const mostFields = 6;

interface GroupsInSight {
  /** Keys of groups that are open whatever the layout says. */
  readonly revealed: readonly string[];
  /** Undefined where none was tried. */
  readonly fired: ReadonlySet<string> | undefined;
}

/** The rules in their groups, each where its first rule stands by priority. Undefined where they are not grouped. */
export function groupRules(
  engine: ContextRuleEngine,
  grouping: Grouping | undefined,
  { revealed, fired }: GroupsInSight,
): GroupedRules | undefined {
  const by = wayOf(engine, grouping);
  if (!by) return undefined;
  const open = new Set([...(grouping?.open ?? []), ...revealed]);
  const groups = [...groupsOf(engine, by)].map(([key, rules]) => {
    const isGroup = rules.length > 1;
    const isHidden = isGroup && !open.has(key);
    const rule = cardRule(groupNodeId(key), isHidden ? rules : []);
    return { key, rules, isGroup, isHidden, rule };
  });
  const shown = groups.flatMap(({ rules, isGroup, isHidden, rule }) => [
    ...(isGroup ? [rule] : []),
    ...(isHidden ? [] : rules),
  ]);
  const drawn = groups.filter(({ isGroup }) => isGroup);
  const heard = engine.enabled ? fired : new Set<string>();
  return {
    // By priority is how they are put one below the other.
    engine: { ...engine, rules: shown.map((rule, place) => ({ ...rule, priority: -place })) },
    cards: new Map(
      drawn.map(({ key, rules, rule }) => {
        const card = cardOf(key, rules, { by, fired: heard, isOpen: open.has(key) });
        const edges = groupEdges(
          rule,
          rules.filter(({ id }) => heard?.has(id)),
        );
        return [rule.id, { node: (box: Box) => groupNode(engine.id, card, box), edges }];
      }),
    ),
    hidden: new Map(
      drawn.flatMap(({ key, rules, isHidden }) =>
        isHidden ? rules.map(({ id }) => [id, key] as const) : [],
      ),
    ),
  };
}

interface CardInput {
  readonly by: GroupedBy;
  readonly fired: ReadonlySet<string> | undefined;
  readonly isOpen: boolean;
}

function cardOf(key: string, rules: readonly ContextRule[], { by, fired, isOpen }: CardInput): GroupCard {
  const firing = rules.filter(({ id }) => fired?.has(id)).length;
  const title = titleOf(rules[0], by);
  const count = formatCounted(rules.length, 'rule');
  const summary = fired ? t('{rules} · {fired} {fired|fires|fire}', { rules: count, fired: firing }) : count;
  const state = isOpen ? t('open') : t('closed');
  const said = t('Group {title}, {summary}, {state}.', { title, summary, state });
  return { key, title, summary, said, isLive: firing > 0, isOpen };
}

function groupNode(engineId: string, card: GroupCard, box: Box): CanvasNode {
  return {
    id: groupNodeId(card.key),
    type: 'ruleGroup',
    data: { engineId, ...card },
    handles: [sourceHandle('adds', box.width, box.height / 2), cardHandle(box)],
    draggable: false,
    ...placed(box),
  };
}

/** Of a closed group: one to each variable that its rules ask for, and to each memory that they add. */
function groupEdges(card: ContextRule, firing: readonly ContextRule[]): CanvasEdge[] {
  const wanted = new Set(firing.flatMap(({ then }) => then.add_memories));
  const uses = card.when.map(
    ({ field }): CanvasEdge => ({
      id: `groupuses:${card.id}:${field}`,
      type: 'link',
      source: variableNodeId(field),
      sourceHandle: 'value',
      target: card.id,
      targetHandle: cardId,
      ariaLabel: edgeLabel(field, card.id),
      reconnectable: false,
      data: { look: 'uses' },
    }),
  );
  const adds = card.then.add_memories.map(
    (memoryId): CanvasEdge => ({
      id: `groupadds:${card.id}:${memoryId}`,
      type: 'link',
      source: card.id,
      sourceHandle: 'adds',
      target: memoryNodeId(memoryId),
      targetHandle: cardId,
      ariaLabel: edgeLabel(card.id, memoryId),
      reconnectable: false,
      data: { look: wanted.has(memoryId) ? 'fired' : 'idle' },
    }),
  );
  return [...uses, ...adds];
}

/** A card as a rule, with everything that its rules ask for and add. */
function cardRule(id: string, rules: readonly ContextRule[]): ContextRule {
  const fields = new Set(rules.flatMap(({ when }) => when.map(({ field }) => field)));
  const memories = new Set(rules.flatMap(({ then }) => then.add_memories));
  return {
    id,
    name: '',
    when: [...fields].map(field => ({ field, operator: saying.equal })),
    then: { add_memories: [...memories] },
  };
}

/** What the canvas groups its rules by now, where it does. */
export const groupedBy = (engine: ContextRuleEngine, layout: Layout | undefined): GroupedBy | undefined =>
  isGrouped(engine, layout) ? wayOf(engine, layout?.groups) : undefined;

/** As somebody chose, or what groups so many rules well. */
function wayOf(engine: ContextRuleEngine, grouping: Grouping | undefined): GroupedBy | undefined {
  const by = grouping?.by;
  switch (by) {
    case 'none':
      return undefined;
    case 'adds':
      return { by };
    case 'field':
      return { by, field: grouping?.field ?? '' };
    case undefined:
      return bestOf(engine);
    default:
      return unreachable(by);
  }
}

function bestOf(engine: ContextRuleEngine): GroupedBy | undefined {
  const ways: GroupedBy[] = [
    { by: 'adds' },
    ...fieldsToGroupBy(engine).map(field => ({ by: 'field', field }) as const),
  ];
  return ways.find(by => groupsOf(engine, by).size * fewestInGroup <= engine.rules.length);
}

/** Variables in which rules differ, those that most rules ask for first. */
export function fieldsToGroupBy(engine: ContextRuleEngine): string[] {
  const asking = new Map<string, number>();
  for (const { when } of engine.rules)
    for (const field of new Set(when.map(condition => condition.field)))
      asking.set(field, (asking.get(field) ?? 0) + 1);
  const most = [...asking].sort((one, other) => other[1] - one[1]).map(([field]) => field);
  return most
    .filter(field => {
      const { size } = groupsOf(engine, { by: 'field', field });
      return size > 1 && size < engine.rules.length;
    })
    .slice(0, mostFields);
}

function groupsOf(engine: ContextRuleEngine, by: GroupedBy): Map<string, ContextRule[]> {
  return Map.groupBy(orderedRules(engine), rule => keyOf(rule, by));
}

function keyOf(rule: ContextRule, by: GroupedBy): string {
  if (by.by === 'adds') return [...new Set(rule.then.add_memories)].sort().join(', ');
  return JSON.stringify(conditionsOn(rule, by.field).map(({ operator, value }) => [operator, value]));
}

function titleOf(rule: ContextRule | undefined, by: GroupedBy): string {
  if (by.by === 'field') {
    const conditions = rule ? conditionsOn(rule, by.field) : [];
    return conditions.length > 0
      ? conditionsText(conditions, told)
      : t('asks nothing of {field}', { field: by.field });
  }
  const memories = [...new Set(rule?.then.add_memories)].sort();
  return memories.length > 0
    ? t('adds {memories}', { memories: memories.join(', ') })
    : t('adds nothing yet');
}

/** Groups the rules of an engine otherwise, or not at all; groups begin closed. */
export function groupBy(engineId: string, by: GroupedBy | { readonly by: 'none' }): void {
  useRevealed.setState({ engineId, keys: [] });
  edit(t('group rules'), draft => {
    const layout = layoutOf(draft, engineId);
    const isDefault = (draft.engines[engineId]?.rules.length ?? 0) < groupedFrom;
    if (by.by === 'none' && isDefault) delete layout.groups;
    else layout.groups = { ...by, open: [] };
    dropEmpty(draft, engineId);
  });
}

/** Opens all groups, or closes them but the one with the rule in sight. */
export function openAll(engineId: string, isOpen: boolean): void {
  change(engineId, (engine, by) => (isOpen ? [...groupsOf(engine, by).keys()] : []));
}

/** Opens or closes one; what is closed is selected itself, so that its rules are not looked for any more. */
export function toggle(engineId: string, key: string): void {
  const { groups } = useDocuments.getState().working.layouts[engineId] ?? {};
  const { engineId: of, keys } = useRevealed.getState();
  const before = groups?.open ?? [];
  const isOpen = before.includes(key) || (of === engineId && keys.includes(key));
  select(groupNodeId(key));
  change(engineId, () => (isOpen ? before.filter(other => other !== key) : [...before, key]));
  useRevealed.setState(state => ({ ...state, keys: state.keys.filter(other => other !== key) }));
}

function change(
  engineId: string,
  openedOf: (engine: ContextRuleEngine, by: GroupedBy) => readonly string[],
): void {
  const { working } = useDocuments.getState();
  const engine = shownEngine(working, engineId);
  const by = engine && groupedBy(engine, working.layouts[engineId]);
  if (!engine || !by) return;
  const open = [...openedOf(engine, by)];
  edit(t('open or close groups'), draft => {
    layoutOf(draft, engineId).groups = { ...by, open };
  });
}

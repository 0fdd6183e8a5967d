import { Handle, type NodeProps, Position } from '@xyflow/react';
import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { useNoOutcome } from '../../../stores/not-evaluated.ts';
import { useRuleMark } from '../../../stores/problems.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { type Outcome, ruleOutcome } from '../../../ui/outcome.ts';
import { severityLooks } from '../../../ui/ProblemLine.tsx';
import { draftsOf } from '../edits/draft-edits.ts';
import { conditionFocus, requestFocus } from '../focus-request.ts';
import { dropOnRule } from '../rule-actions.ts';
import { selectRule } from '../selection.ts';
import { useDrop } from '../use-drop.ts';
import { useRule } from '../use-rule.ts';
import { useConnectingFrom, useZoomLevel } from './canvas-view.ts';
import { addsY, columns, ruleHeight } from './geometry.ts';
import { domIdOf } from './node-ids.ts';
import nodes from './nodes.module.css';
import { PinMark } from './PinMark.tsx';
import styles from './RuleNode.module.css';
import { RuleNodeRows } from './RuleNodeRows.tsx';
import { fillCard } from './shorten.ts';

type RuleNodeProps = NodeProps & { readonly data: RuleRef & { readonly pinned?: true } };

/** What mark and margins of a card leave for its name, from far away. */
const farRoom = { width: columns.rule.width - 92, above: 12 } as const;

/** A rule on the canvas: outcome, name, priority, conditions with their actual values, what it adds. */
export function RuleNode({ id, data, selected }: RuleNodeProps) {
  const rule = useRule(data);
  const explained = useRuleOutcome(data.engineId, data.ruleId);
  const level = useZoomLevel(4);
  const noOutcome = useNoOutcome();
  const { isOver, target } = useDrop(dragged => dropOnRule(data, dragged));
  if (!rule) return null;
  const outcome: Outcome = !isRuleEnabled(rule) ? 'muted' : explained ? ruleOutcome(explained) : 'failed';
  return (
    <article
      aria-label={rule.name}
      className={classNames(
        nodes.node,
        styles.rule,
        styles[level],
        styles[outcome],
        selected && nodes.selected,
        isOver && nodes.over,
      )}
      id={domIdOf(id)}
      data-testid={`rule-${data.ruleId}`}
      {...target}
    >
      <RuleHandles />
      <header className={styles.header}>
        <OutcomeMark
          look={level === 'near' ? 'mark' : 'sign'}
          outcome={outcome}
          {...(!explained && outcome !== 'muted' && { children: noOutcome })}
        />
        {level === 'far' ? <FarName rule={rule} /> : <RuleName name={rule.name} />}
        {level === 'far' ? null : <RuleNodeMark at={data} />}
        <span className={styles.priority} title={t('Priority: orders rules and what they add')}>
          {rulePriority(rule)}
        </span>
      </header>
      {data.pinned ? <PinMark id={id} /> : null}
      {level === 'far' ? null : <RuleNodeRows explained={explained} level={level} rule={rule} />}
      {level === 'near' ? <RuleNodeFooter at={data} explained={explained} rule={rule} /> : null}
    </article>
  );
}

function RuleName({ name }: { readonly name: string }) {
  return (
    <span className={styles.name} dir="auto" title={name}>
      {name}
    </span>
  );
}

/** The name as large as the card has room for, since it is all that is read from far away. */
function FarName({ rule }: { readonly rule: ContextRule }) {
  const { text, size } = fillCard(rule.name, farRoom.width, ruleHeight(rule) - farRoom.above);
  return (
    <span className={styles.name} dir="auto" style={{ fontSize: size }} title={rule.name}>
      {text}
    </span>
  );
}

/** Where edges arrive and leave. While a variable is being connected the whole card takes it. */
function RuleHandles() {
  const takesConnection = useConnectingFrom() === 'variable';
  return (
    <>
      <Handle
        className={classNames(nodes.cardTarget, takesConnection && nodes.taking)}
        id="card"
        isConnectableStart={false}
        position={Position.Left}
        type="target"
      />
      <Handle
        className={classNames(nodes.handle, nodes.source)}
        id="adds"
        position={Position.Right}
        style={{ top: addsY }}
        title={t('Drag to a memory, or into the empty to choose or create one')}
        type="source"
      />
    </>
  );
}

interface RuleNodeFooterProps {
  readonly at: RuleRef;
  readonly rule: ContextRule;
  readonly explained: ExplainedRule | undefined;
}

/** What the rule adds when it fires, or how far it is from firing and which condition decided. */
function RuleNodeFooter({ at, rule, explained }: RuleNodeFooterProps) {
  const memories = rule.then.add_memories;
  const adds =
    memories.length === 0 ? t('adds nothing yet') : t('adds {memories}', { memories: memories.join(', ') });
  const begun = useDocuments(state => draftsOf(state.working.layouts[at.engineId], at.ruleId).length);
  const draft = begun === 0 ? '' : t('{begun} draft {begun|condition|conditions} · ', { begun });
  if (!isRuleEnabled(rule))
    return <FooterText text={`${isDraft(rule) ? t('draft') : t('muted')} · ${draft}${adds}`} />;
  if (explained?.outcome !== 'not_fired') return <FooterText text={`${draft}${adds}`} />;
  const distance = explained.conditions.filter(condition => condition.outcome !== 'matched').length;
  const index = explained.decided_by ?? 0;
  const decisive = explained.conditions[index];
  const showWhy = () => {
    selectRule(at);
    requestFocus(conditionFocus(index, 'value'));
  };
  return (
    <footer className={styles.footer}>
      <button
        className={classNames(styles.why, styles.distance)}
        onClick={() => askWhyNot({ kind: 'rule', ...at })}
        tabIndex={-1}
        title={t('Why not, and the smallest change')}
        type="button"
      >
        {t('{distance} {distance|condition|conditions} away', { distance })}
      </button>
      <span>{` · ${draft}`}</span>
      <button
        className={styles.why}
        onClick={showWhy}
        tabIndex={-1}
        title={told(decisive?.reason ?? '')}
        type="button"
      >
        {decisive?.reason === undefined ? t('why not') : told(decisive.reason)}
      </button>
    </footer>
  );
}

function FooterText({ text }: { readonly text: string }) {
  return (
    <footer className={styles.footer} title={text}>
      <span className={styles.adds}>{text}</span>
    </footer>
  );
}

/** That analysis has something to say about the rule; what, is in its title and in the inspector. */
function RuleNodeMark({ at }: { readonly at: RuleRef }) {
  const mark = useRuleMark(at.engineId, at.ruleId);
  if (!mark) return null;
  const { word, icon: Icon } = severityLooks[mark.severity];
  return (
    <span className={mark.severity === 'error' ? styles.markError : styles.markWarning} title={mark.text}>
      <Icon aria-label={`${word}: ${mark.text}`} role="img" size={14} />
    </span>
  );
}

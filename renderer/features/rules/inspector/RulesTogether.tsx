import { ClipboardCopy, Copy, Trash2, Volume2, VolumeX } from 'lucide-react';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import { edit } from '../../../stores/documents.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { setRulePriority } from '../edits/rule-edits.ts';
import { deleteAndStep, duplicateAndShow, toggleMuted } from '../rule-actions.ts';
import { copyRulesJson } from '../rule-clipboard.ts';
import { selectRule } from '../selection.ts';
import { ForAllRules } from './ForAllRules.tsx';
import styles from './RuleInspector.module.css';

interface RulesTogetherProps {
  readonly engineId: string;
  readonly rules: readonly ContextRule[];
}

/** Several rules selected together: how many they are, which, and what is done to all of them at once. */
export function RulesTogether({ engineId, rules }: RulesTogetherProps) {
  const ids = rules.map(({ id }) => id);
  return (
    <>
      <PanelHeader level="panel" title={t('{count} rules', { count: rules.length })} />
      <p className={styles.note}>{t('What is done here is done to all of them, as one step.')}</p>
      <PriorityOfAll engineId={engineId} rules={rules} />
      <Actions engineId={engineId} ids={ids} isAnyOn={rules.some(isRuleEnabled)} />
      <ForAllRules at={{ engineId, ruleIds: ids }} rules={rules} />
      <section aria-label={t('Selected rules')} className={styles.group}>
        <PanelHeader level="label" title={t('Selected')} />
        {rules.map(rule => (
          <span className={styles.together} key={rule.id}>
            <TextLink onPress={() => selectRule({ engineId, ruleId: rule.id })}>
              {rule.name || rule.id}
            </TextLink>
            <span className={styles.note}>{stateOf(rule)}</span>
          </span>
        ))}
      </section>
    </>
  );
}

function stateOf(rule: ContextRule): string {
  const priority = t('priority {rule}', { rule: rulePriority(rule) });
  if (isDraft(rule)) return `${priority} · ${t('draft')}`;
  return isRuleEnabled(rule) ? priority : `${priority} · ${t('muted')}`;
}

function PriorityOfAll({ engineId, rules }: RulesTogetherProps) {
  const priorities = new Set(rules.map(rulePriority));
  const set = (next: number | undefined) =>
    next !== undefined &&
    edit(
      t('change priority of {count} rules', { count: rules.length }),
      draft => {
        for (const { id } of rules) setRulePriority(draft, { engineId, ruleId: id }, next);
      },
      `priority/${engineId}/${rules.map(({ id }) => id).join('/')}`,
    );
  return (
    <NumberField
      key={rules.map(({ id }) => id).join('/')}
      label={t('Priority of all')}
      onChange={set}
      placeholder={t('differs')}
      value={priorities.size === 1 ? [...priorities][0] : undefined}
    />
  );
}

interface ActionsProps {
  readonly engineId: string;
  readonly ids: readonly string[];
  readonly isAnyOn: boolean;
}

function Actions({ engineId, ids, isAnyOn }: ActionsProps) {
  return (
    <div className={styles.actions}>
      <Button icon={isAnyOn ? VolumeX : Volume2} keys="M" onPress={() => toggleMuted(engineId, ids)}>
        {isAnyOn ? t('Mute all') : t('Unmute all')}
      </Button>
      <Button icon={Copy} onPress={() => duplicateAndShow(engineId, ids)}>
        {t('Duplicate')}
      </Button>
      <Button icon={ClipboardCopy} onPress={() => void copyRulesJson(engineId, ids).catch(showError)}>
        {t('Copy as JSON')}
      </Button>
      <Button icon={Trash2} onPress={() => deleteAndStep(engineId, ids)} variant="danger">
        {t('Delete {count} rules', { count: ids.length })}
      </Button>
    </div>
  );
}

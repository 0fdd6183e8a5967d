import { t } from '../../../texts/texts.ts';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  useHandoff,
  useHandoffChoice,
} from '../handoff-store.ts';
import { parseFailure } from '../logic/parse-failure.ts';
import { useAgents } from '../use-agents.ts';
import styles from './AskForm.module.css';

const selectAll = (state: HandoffState) => state;
const selectChoice = (choice: HandoffChoice) => choice;
const wholeSession = '(session)';

/** Who asks: agent, group, model, iteration, where the full-text index decides, what about, and which failure was seen. */
export function AskForm() {
  const { session, config } = useHandoff(selectAll);
  const { agent, groupId, model, iteration, query, failure } = useHandoffChoice(selectChoice);
  const agents = useAgents();
  const limitOf = (name: string) => config?.retrieval_limits[name] ?? 3;
  return (
    <div className={styles.form}>
      <ComboBox
        error={agent.trim() === '' ? t('Name an agent type.') : undefined}
        label={t('Agent')}
        onChange={next => choose({ agent: next.slice(0, 100) })}
        options={agents.map(value => ({
          value,
          description: t('at most {value} packages', { value: limitOf(value) }),
        }))}
        value={agent}
      />
      <Select
        label={t('Group')}
        onChange={next => choose({ groupId: next === wholeSession ? undefined : next })}
        options={[
          { value: wholeSession, label: t('Whole session') },
          ...(session?.groups ?? []).map(value => ({ value, label: value })),
        ]}
        value={groupId ?? wholeSession}
      />
      <ComboBox
        label={t('Model')}
        onChange={next => choose({ model: next.slice(0, 200) })}
        options={Object.entries(config?.models ?? {}).map(([value, tokens]) => ({
          value,
          description: t('{tokens} tokens', { tokens: formatCount(tokens) }),
        }))}
        value={model}
      />
      <NumberField
        label={t('Iteration')}
        limits={{ min: 0, step: 1, isWhole: true }}
        onChange={next => choose({ iteration: next ?? 0 })}
        value={iteration}
      />
      {config?.enable_fts5 ? (
        <TextField
          label={t('About')}
          onChange={next => choose({ query: next })}
          placeholder={t('Words of the task')}
          value={query}
        />
      ) : null}
      <div className={styles.failure}>
        <TextArea
          error={
            failure.trim() !== '' && parseFailure(failure, '') === undefined
              ? t('Begin with the type of the error, as in “TypeError: x is not a function”.')
              : undefined
          }
          label={t('Failure that was seen')}
          mono
          onChange={next => choose({ failure: next })}
          placeholder={t('TypeError: …, so that what is known of it comes first')}
          rows={1}
          value={failure}
        />
      </div>
    </div>
  );
}

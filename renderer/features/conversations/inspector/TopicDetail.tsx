import type { Topic } from '../../../../shared/model/profile.ts';
import { proficiencies } from '../../../../shared/model/profile-words.ts';
import { call } from '../../../api/call.ts';
import { projectPlace } from '../../../stores/places.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { FieldPlace } from '../../../ui/field-place.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { select, selectReading, useConversationsView } from '../conversations-view.ts';
import { areFactsValid, spokenOf } from '../logic/profile-words.ts';
import detail from './Detail.module.css';
import { Detail } from './Detail.tsx';
import { EditActions } from './EditActions.tsx';
import { FactsField } from './FactsField.tsx';
import { ShareField } from './ShareField.tsx';
import { useEdited } from './use-edited.ts';

const levels = proficiencies.map(value => ({ value, label: told(value) }));
const hours = { min: 0, max: 23, isWhole: true };

/** A topic with what is known of it. */
export function TopicDetail({ slug }: { readonly slug: string }) {
  const reading = useConversationsView(selectReading);
  const { output } = useAnswer('topics.list', {}, reading, 0);
  const topic = output?.topics.find(candidate => candidate.slug === slug);
  if (output === undefined) return null;
  return topic === undefined ? <Gone /> : <TopicForm stored={topic} />;
}

function Gone() {
  return (
    <Detail facts={[]} kind={t('Topic')} title={t('This topic is gone')}>
      <p>{t('It was deleted, here or elsewhere. Choose another in the list.')}</p>
    </Detail>
  );
}

function TopicForm({ stored }: { readonly stored: Topic }) {
  const { value: topic, isChanged, change, revert } = useEdited(`topic ${stored.slug}`, stored);
  const save = async () => {
    await call('topics.save', { topic });
    revert(topic);
  };
  return (
    <Detail
      actions={
        <EditActions
          isChanged={isChanged}
          isValid={topic.label.trim() !== '' && topic.domain.trim() !== '' && areFactsValid(topic.facts)}
          noun={t('topic')}
          onDelete={() => remove(stored).then(() => revert())}
          onRevert={() => revert()}
          onSave={save}
        />
      }
      facts={[...spokenOf(topic), formatCounted(topic.conversations.length, 'conversation')]}
      kind={t('Topic')}
      title={stored.label}
    >
      <TextField label={t('Name')} onChange={label => change({ label })} value={topic.label} />
      <TagField label={t('Also called')} onChange={aliases => change({ aliases })} values={topic.aliases} />
      <ShareField
        label={t('Importance')}
        onChange={importance => change({ importance })}
        value={topic.importance}
      />
      <div className={detail.pair}>
        <TextField label={t('Domain')} onChange={domain => change({ domain })} value={topic.domain} />
        <Select
          label={t("The user's level")}
          onChange={proficiency => change({ proficiency })}
          options={levels}
          value={topic.proficiency}
        />
      </div>
      <FieldPlace value={{ at: projectPlace(`topic ${stored.slug}`) }}>
        <NumberField
          label={t('Peak hour')}
          limits={hours}
          onChange={peak_hour => change({ peak_hour })}
          placeholder={t('none')}
          value={topic.peak_hour}
        />
      </FieldPlace>
      <TextArea
        label={t('Summary')}
        onChange={summary => change({ summary })}
        rows={3}
        value={topic.summary ?? ''}
      />
      <FactsField facts={topic.facts} onChange={facts => change({ facts })} />
    </Detail>
  );
}

async function remove(topic: Topic): Promise<void> {
  await call('topics.delete', { slug: topic.slug });
  const { selection } = useConversationsView.getState();
  if (selection?.kind === 'topic' && selection.id === topic.slug) select(undefined);
  const undo = () => void call('topics.save', { topic }).catch(showError);
  showToast({
    message: t('Topic "{topic}" deleted.', { topic: topic.label }),
    action: { label: t('Undo'), run: undo },
  });
}

import type { Entity } from '../../../../shared/model/profile.ts';
import { entityTypes } from '../../../../shared/model/profile-words.ts';
import { call } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { select, selectReading, useConversationsView } from '../conversations-view.ts';
import { entityLooks } from '../entity-looks.ts';
import { areFactsValid, spokenOf } from '../logic/profile-words.ts';
import { Detail } from './Detail.tsx';
import { EditActions } from './EditActions.tsx';
import { FactsField } from './FactsField.tsx';
import { ShareField } from './ShareField.tsx';
import { useEdited } from './use-edited.ts';

const kinds = entityTypes.map(value => ({ value, label: told(value), icon: entityLooks[value] }));

/** Somebody or something with what is known of it. */
export function EntityDetail({ id }: { readonly id: string }) {
  const reading = useConversationsView(selectReading);
  const { output } = useAnswer('entities.list', {}, reading, 0);
  const entity = output?.entities.find(candidate => candidate.id === id);
  if (output === undefined) return null;
  return entity === undefined ? <Gone /> : <EntityForm stored={entity} />;
}

function Gone() {
  return (
    <Detail facts={[]} kind={t('Entity')} title={t('This entity is gone')}>
      <p>{t('It was deleted, here or elsewhere. Choose another in the list.')}</p>
    </Detail>
  );
}

function EntityForm({ stored }: { readonly stored: Entity }) {
  const { value: entity, isChanged, change, revert } = useEdited(`entity ${stored.id}`, stored);
  const save = async () => {
    await call('entities.save', { entity });
    revert(entity);
  };
  return (
    <Detail
      actions={
        <EditActions
          isChanged={isChanged}
          isValid={entity.name.trim() !== '' && areFactsValid(entity.facts)}
          noun={t('entity')}
          onDelete={() => remove(stored).then(() => revert())}
          onRevert={() => revert()}
          onSave={save}
        />
      }
      facts={spokenOf(entity)}
      kind={t('Entity')}
      title={stored.name}
    >
      <TextField label={t('Name')} onChange={name => change({ name })} value={entity.name} />
      <TagField label={t('Also called')} onChange={aliases => change({ aliases })} values={entity.aliases} />
      <Select label={t('Kind')} onChange={type => change({ type })} options={kinds} value={entity.type} />
      <TextField
        label={t('Relationship')}
        onChange={relationship => change({ relationship })}
        placeholder={t('What it is to the user')}
        value={entity.relationship ?? ''}
      />
      <ShareField
        label={t('Importance')}
        onChange={importance => change({ importance })}
        value={entity.importance}
      />
      <ShareField
        label={t('Sentiment, −1 to 1')}
        min={-1}
        onChange={sentiment => change({ sentiment })}
        value={entity.sentiment}
      />
      <FactsField facts={entity.facts} onChange={facts => change({ facts })} />
    </Detail>
  );
}

async function remove(entity: Entity): Promise<void> {
  await call('entities.delete', { id: entity.id });
  const { selection } = useConversationsView.getState();
  if (selection?.kind === 'entity' && selection.id === entity.id) select(undefined);
  const undo = () => void call('entities.save', { entity }).catch(showError);
  showToast({
    message: t('Entity "{name}" deleted.', { name: entity.name }),
    action: { label: t('Undo'), run: undo },
  });
}

import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useSubmitting } from '../../../../stores/use-submitting.ts';
import { t } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ComboBox } from '../../../../ui/ComboBox.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { PanelHeader } from '../../../../ui/PanelHeader.tsx';
import { TextArea } from '../../../../ui/TextArea.tsx';
import { ValueField } from '../../../../ui/ValueField.tsx';
import styles from '../ContentTab.module.css';
import { loadContent, useContent } from '../content-store.ts';

interface AppendEventDialogProps {
  /** The one that is looked at. */
  readonly instance: string | undefined;
  readonly onClose: () => void;
}

/** One more event at the end of a log; nothing in a log is changed afterwards. */
export function AppendEventDialog({ instance: current = '', onClose }: AppendEventDialogProps) {
  const { facets } = useContent();
  const [event, setEvent] = useState({ instance: current, type: '', stream: '', content: '' });
  const [data, setData] = useState<unknown>(null);
  const { failure: error, submit } = useSubmitting(onClose);
  const known = facets.instances.find(({ name }) => name === event.instance);
  const isComplete = event.instance !== '' && event.type !== '' && event.content !== '';
  const append = () => {
    if (!isComplete) return;
    const { instance, type, stream, content } = event;
    const logged = { type, content, ...(stream !== '' && { stream }), ...(data !== null && { data }) };
    return submit(call('events.append', { instance, events: [logged] }).then(() => void loadContent()));
  };
  const field = (key: 'instance' | 'type' | 'stream') => ({
    value: event[key],
    onChange: (value: string) => setEvent({ ...event, [key]: value }),
  });
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {t('Append event')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={append} title={t('Append event')}>
      <div className={styles.filters}>
        <ComboBox
          label={t('Instance')}
          options={namesOf(facets.instances)}
          placeholder={t('work')}
          {...field('instance')}
        />
        <ComboBox
          label={t('Type')}
          options={namesOf(known?.types)}
          placeholder={t('note')}
          {...field('type')}
        />
        <ComboBox
          label={t('Stream')}
          options={namesOf(known?.streams)}
          placeholder={t('main')}
          {...field('stream')}
        />
      </div>
      <TextArea
        label={t('Content')}
        onChange={content => setEvent({ ...event, content })}
        rows={4}
        value={event.content}
      />
      <div>
        <PanelHeader level="label" title={t('Data')} />
        <ValueField label={t('Data')} onChange={setData} value={data} />
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}

function namesOf(list: readonly { readonly name: string }[] = []) {
  return list.map(({ name }) => ({ value: name }));
}

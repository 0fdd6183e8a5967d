import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useNaming } from '../../../../stores/deletion.ts';
import { usesWithKinds } from '../../../../stores/naming-words.ts';
import { showError } from '../../../../stores/toasts.ts';
import { useAnswer } from '../../../../stores/use-answer.ts';
import { useSubmitting } from '../../../../stores/use-submitting.ts';
import { t } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ChipGroup } from '../../../../ui/ChipGroup.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import styles from '../ContentTab.module.css';
import { loadContent, useContent } from '../content-store.ts';
import { filterOf, type GraphFilter, isSameFilter, noFilter, viewOf } from './graph-filter.ts';

const wholeGraph = '(whole)';
const noInput = {};

interface GraphViewsProps {
  readonly filter: GraphFilter;
  readonly onChange: (filter: GraphFilter) => void;
}

/** Views that are kept; pipelines read them by their id. */
export function GraphViews({ filter, onChange }: GraphViewsProps) {
  const { reading } = useContent();
  const { output } = useAnswer('graph.views', noInput, reading);
  const [dialog, setDialog] = useState<'save' | { readonly deletes: string }>();
  const close = () => setDialog(undefined);
  const views = output?.views ?? [];
  const known = views.find(view => isSameFilter(filterOf(view), filter));
  const isWhole = isSameFilter(filter, noFilter);
  const choose = (id: string | undefined) => {
    const view = views.find(candidate => candidate.id === id);
    onChange(view ? filterOf(view) : noFilter);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.chips}>
        <ChipGroup
          choose="one"
          label={t('View')}
          onChange={([id]) => choose(id)}
          options={[
            { value: wholeGraph, label: t('Whole graph') },
            ...views.map(({ id, label }) => ({ value: id, label: label ?? id })),
          ]}
          selected={known ? [known.id] : isWhole ? [wholeGraph] : []}
        />
      </div>
      {known ? (
        <IconButton
          icon={Trash2}
          name={t('Delete view {id}', { id: known.id })}
          onPress={() => setDialog({ deletes: known.id })}
        />
      ) : null}
      <Button disabled={isWhole || known !== undefined} icon={Bookmark} onPress={() => setDialog('save')}>
        {t('Save view')}
      </Button>
      {dialog === 'save' ? <SaveViewDialog filter={filter} onClose={close} /> : null}
      {typeof dialog === 'object' ? <DeleteViewDialog id={dialog.deletes} onClose={close} /> : null}
    </div>
  );
}

function DeleteViewDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const confirm = () => {
    call('graph.delete', { views: [id] }).then(loadContent, showError);
    onClose();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete view')}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Delete the view {id}?', { id })}
      uses={usesWithKinds(useNaming({ kind: 'view', id }))}
    >
      <p>{t('Steps that read it will find no such view; nodes and edges stay. This cannot be undone.')}</p>
    </ConfirmDialog>
  );
}

interface SaveViewDialogProps {
  readonly filter: GraphFilter;
  readonly onClose: () => void;
}

export function SaveViewDialog({ filter, onClose }: SaveViewDialogProps) {
  const [id, setId] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { failure, submit } = useSubmitting(onClose);
  const isNamed = id.trim() !== '';
  const save = () => {
    setAsked(true);
    if (!isNamed) return;
    return submit(call('graph.saveView', viewOf(id.trim(), filter)).then(() => void loadContent()));
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button type="submit" variant="primary">
        {t('Save view')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={save} size="s" title={t('Save view')}>
      <TextField
        autoFocus
        description={t('Steps that read the graph name it. A view of the same name is replaced.')}
        error={isAsked && !isNamed ? t('Give the view a name.') : failure}
        label={t('Name')}
        onChange={setId}
        placeholder={t('services')}
        value={id}
      />
    </Dialog>
  );
}

import { Pin } from 'lucide-react';
import { t } from '../../../texts/texts.ts';
import { currentSelection } from '../selection.ts';
import nodes from './nodes.module.css';
import { unpin } from './pin-actions.ts';

/** That a node stands where somebody put it; a press lets it go. Keys have `P` for that. */
export function PinMark({ id }: { readonly id: string }) {
  const letGo = () => {
    const { engine } = currentSelection();
    if (engine) unpin(engine.id, [id]);
  };
  return (
    <button
      aria-label={t('Pinned here; press to let it go')}
      className={nodes.pin}
      onClick={event => {
        event.stopPropagation();
        letGo();
      }}
      tabIndex={-1}
      title={t('Pinned here. Press to let it go back (P).')}
      type="button"
    >
      <Pin aria-hidden size={11} />
    </button>
  );
}

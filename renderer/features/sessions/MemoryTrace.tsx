import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Input } from '../../../shared/contract/contract.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { FlightGiven } from '../../../shared/model/flight.ts';
import { type DocumentsState, selectMemories, useDocuments } from '../../stores/documents.ts';
import { useAnswer, useReadingOf } from '../../stores/use-answer.ts';
import { inNaturalOrder } from '../../texts/natural-order.ts';
import { t, told } from '../../texts/texts.ts';
import { changeWords, memoryChangeWords } from '../../ui/change-words.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './TurnEvents.module.css';

const selectSaved = (state: DocumentsState) => state.saved;

/** How a memory came into what Weft gave, or where its way ended and what would have put it there. */
export function MemoryTrace({ given: { request, memories } }: { readonly given: FlightGiven }) {
  const known = useDocuments(selectMemories);
  // What was given may be gone by now.
  const ids = useMemo(
    () => [...new Set([...memories, ...Object.keys(known).toSorted(inNaturalOrder)])],
    [known, memories],
  );
  const [chosen, setChosen] = useState<string>();
  const memory_id = chosen ?? ids[0];
  if (memory_id === undefined) return null;
  return (
    <div className={styles.trace}>
      <Select
        label={t('Why a memory is here, or not')}
        onChange={setChosen}
        options={ids.map(value => ({ value, label: value }))}
        value={memory_id}
      />
      <Way input={{ request: asRequest(request), memory_id }} key={memory_id} />
    </div>
  );
}

/** By what is saved, as whoever was given it. For another memory it begins anew: the way of one is not shown as another's. */
function Way({ input }: { readonly input: Input<'assembly.explain'> }) {
  const reading = useReadingOf(useDocuments(selectSaved));
  const { output, error } = useAnswer('assembly.explain', input, reading, 0);
  const { change, memory_change, included = true } = output ?? {};
  const words = [
    ...(change === undefined ? [] : changeWords(change)),
    ...(memory_change === undefined ? [] : memoryChangeWords(memory_change)),
  ];
  return (
    <>
      {error === undefined ? null : <p className={styles.note}>{error}</p>}
      <ol aria-label={t('How it went')} className={styles.steps}>
        {output?.chain.map(({ passed, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered.
          <li className={styles.step} key={index}>
            {passed ? (
              <Check aria-label={t('yes')} className={styles.passed} role="img" size={14} />
            ) : (
              <X aria-label={t('no')} className={styles.failed} role="img" size={14} />
            )}
            {told(message)}
          </li>
        ))}
      </ol>
      {included ? null : (
        <p className={styles.change}>
          <strong>{t('Smallest change:')} </strong>
          {words.length === 0 ? t('no change of the request alone puts it there.') : `${words.join('; ')}.`}
        </p>
      )}
    </>
  );
}

import { Hourglass, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isLongProcedure, type LongProcedure } from '../../../shared/contract/long-work.ts';
import type { Work } from '../../../shared/contract/work.ts';
import { call } from '../../api/call.ts';
import { subscribe } from '../../api/events.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { Menu } from '../../ui/Menu.tsx';
import styles from './RunningWork.module.css';

/** What goes on at the host and takes long, whoever asked for it: how far it is, and the way to end it. */
export function RunningWork() {
  const work = useRunningWork();
  const [first, ...others] = work;
  if (first === undefined) return null;
  const words = wordsOf(first);
  const more = others.length;
  const name =
    more === 0
      ? t('{work}: cancel…', { work: words })
      : t('{work} and {more} more: cancel…', { work: words, more });
  return (
    <Menu
      entries={work.map(one => ({
        id: one.id,
        label: t('Cancel: {work}', { work: titleOf(one) }),
        description: farOf(one),
        icon: X,
        run: () => void call('work.cancel', { id: one.id }).catch(showError),
      }))}
      name={name}
      trigger={
        <>
          <Hourglass aria-hidden size={13} />
          <span>{more === 0 ? words : t('{work} and {more} more', { work: words, more })}</span>
        </>
      }
      triggerClassName={styles.trigger ?? ''}
    />
  );
}

/** Listed when somebody begins to look; from then on events tell. */
function useRunningWork(): readonly Work[] {
  const [work, setWork] = useState<readonly Work[]>([]);
  useEffect(() => {
    const heard = { isSome: false };
    const stop = subscribe(event => {
      if (event.event !== 'work:changed') return;
      heard.isSome = true;
      setWork(event.work);
    });
    call('work.list', {}).then(
      // An event that came meanwhile is newer than the list.
      listed => heard.isSome || setWork(listed.work),
      () => undefined, // that nobody answers is said elsewhere
    );
    return stop;
  }, []);
  return work;
}

const titles: Readonly<Record<LongProcedure, string>> = {
  'documents.import': t('Importing documents'),
  'documents.embed': t('Embedding documents'),
  'documents.sync': t('Bringing documents in step'),
  'imports.preview': t('Looking through an import'),
  'imports.apply': t('Importing'),
  'conversations.import': t('Importing conversations'),
  'ledger.import': t('Importing a ledger'),
  'ledger.sync': t('Bringing the ledger in step'),
  'ledger.export': t('Exporting the ledger'),
  'audit.memories': t('Auditing memories'),
  'tests.run': t('Running tests'),
  'tests.mutate': t('Trying faults in the rules'),
  'tests.coverage': t('Measuring what tests cover'),
  'tests.generate': t('Generating tests'),
  'recordings.replay': t('Replaying recordings'),
  'recordings.suggest': t('Looking for suggestions'),
  'backup.create': t('Backing up'),
  'backup.restore': t('Restoring a backup'),
};

const titleOf = ({ procedure }: Work): string => (isLongProcedure(procedure) ? titles[procedure] : procedure);

function wordsOf(work: Work): string {
  const { done, total } = work;
  if (done === undefined || total === undefined || total === 0) return titleOf(work);
  return t('{work}, {percent} %', { work: titleOf(work), percent: Math.floor((100 * done) / total) });
}

function farOf({ done, total, begun_at }: Work): string {
  if (done !== undefined && total !== undefined) return t('{done} of {total} done', { done, total });
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(begun_at)) / 1000));
  return t('for {seconds} s', { seconds });
}

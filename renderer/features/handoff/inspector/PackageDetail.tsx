import { CheckCheck, CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { showError } from '../../../stores/toasts.ts';
import { t, told } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { choose, type ListedPackage } from '../handoff-store.ts';
import { type Reader, readersOf, supersedesChain } from '../logic/package-rows.ts';
import { priorityLooks, typeWords } from '../looks.ts';
import { MarkConsumedDialog } from '../packages/MarkConsumedDialog.tsx';
import styles from './Detail.module.css';
import { Facts } from './Facts.tsx';

interface PackageDetailProps {
  readonly chosen: ListedPackage;
  readonly packages: readonly ListedPackage[];
}

/** Everything about one package: whom it is for, who has read it, what it took the place of, and its content. */
export function PackageDetail({ chosen, packages }: PackageDetailProps) {
  const [isMarking, setMarking] = useState(false);
  const { priority, content } = chosen;
  const { icon, tone } = priorityLooks[priority];
  return (
    <section aria-label={t('Package')} className={styles.panel}>
      <PanelHeader level="panel" title={<span title={chosen.file_path}>{chosen.file_path}</span>} />
      <div className={styles.badges}>
        <StateWord icon={icon} tone={tone}>
          {told(priority)}
        </StateWord>
        <Badge>{typeWords[chosen.package_type]}</Badge>
        {chosen.superseded ? <Badge tone="missing">{t('superseded')}</Badge> : null}
      </div>
      <p className={styles.text}>{chosen.summary}</p>
      <PackageFacts chosen={chosen} />
      <div className={styles.group}>
        <PanelHeader level="label" title={t('For, and read by')} />
        <Readers readers={readersOf(chosen)} />
        <div>
          <Button icon={CheckCheck} onPress={() => setMarking(true)} variant="quiet">
            {t('Mark as read')}
          </Button>
        </div>
      </div>
      <Chain chain={supersedesChain(packages, chosen.id)} chosenId={chosen.id} />
      <div className={styles.group}>
        <PanelHeader
          actions={
            content === undefined ? undefined : (
              <CopyButton compact label={t('Copy content')} onError={showError} text={content} />
            )
          }
          level="label"
          title={t('Content')}
        />
        {content === undefined ? (
          <p className={styles.none}>{t('None: agents get the summary and read the file.')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard.
          <pre className={styles.content} tabIndex={0}>
            {content}
          </pre>
        )}
      </div>
      {isMarking ? <MarkConsumedDialog chosen={chosen} onClose={() => setMarking(false)} /> : null}
    </section>
  );
}

function PackageFacts({ chosen }: { readonly chosen: ListedPackage }) {
  const { id, session_id, group_id, producer_agent, size_bytes, created_at } = chosen;
  const facts = [
    [t('Number'), `#${id}`],
    [t('Session'), session_id],
    [t('Group'), group_id ?? t('whole session')],
    [t('From'), producer_agent],
    [t('Size'), formatBytes(size_bytes)],
    [t('Created'), formatDayTime(created_at)],
  ] as const;
  return <Facts facts={facts} />;
}

function Readers({ readers }: { readonly readers: readonly Reader[] }) {
  if (readers.length === 0) return <p className={styles.none}>{t('Addressed to nobody, read by nobody.')}</p>;
  return (
    <ul>
      {readers.map(({ agent, reads }) => (
        <li className={styles.row} key={agent}>
          <span className={styles.name}>{agent}</span>
          <span className={styles.end}>
            {reads.length === 0
              ? t('not yet')
              : reads.map(({ iteration, at }) => (
                  <span key={iteration}>
                    {t('iteration {iteration} · {at}', { iteration, at: formatDayTime(at) })}
                  </span>
                ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ChainProps {
  readonly chain: readonly ListedPackage[];
  readonly chosenId: number;
}

/** Oldest first, each after what it took the place of. */
function Chain({ chain, chosenId }: ChainProps) {
  if (chain.length < 2) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Took the place of one another')} />
      <ol>
        {chain.map(({ id, file_path, created_at }, index) => (
          <li className={styles.row} key={id} title={formatDayTime(created_at)}>
            {index === 0 ? null : <CornerDownRight aria-hidden className={styles.arrow} size={13} />}
            {id === chosenId ? (
              <strong className={styles.here}>
                #{id} {file_path}
              </strong>
            ) : (
              <TextLink onPress={() => choose({ packageId: id })}>{`#${id} ${file_path}`}</TextLink>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

import type { Output } from '../../../../shared/contract/contract.ts';
import { t } from '../../../texts/texts.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { selectRecord } from '../ledger-view.ts';
import styles from './Related.module.css';

const words: Readonly<Record<string, string>> = {
  relates_to: t('relates to'),
  relates_to_by: t('answered or mentioned by'),
  depends_on: t('depends on'),
  depends_on_by: t('needed by'),
  supersedes: t('replaces'),
  supersedes_by: t('replaced by'),
};

/** What a record names, and what names it. */
export function Related({ related }: { readonly related: Output<'ledger.get'>['related'] }) {
  if (related.length === 0) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Related')} />
      {related.map(({ id, relation, summary }) => (
        <div className={styles.row} key={`${relation} ${id}`}>
          <span className={styles.relation}>{words[relation] ?? relation}</span>
          <TextLink onPress={() => selectRecord(id)}>{summary}</TextLink>
        </div>
      ))}
    </div>
  );
}

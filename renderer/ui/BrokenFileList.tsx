import { FileWarning } from 'lucide-react';
import { t, told } from '../texts/texts.ts';
import styles from './BrokenFileList.module.css';
import { TextLink } from './TextLink.tsx';

export interface BrokenFilesProps {
  readonly files: readonly {
    readonly file: string;
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly reason: string;
  }[];
  /** Leads to where all that is wrong is told. */
  readonly onShow: () => void;
}

/** More than these are told where all that is wrong is told. */
const mostShown = 5;

/** Files that would be in a list if they could be read, each with the reason. */
export function BrokenFileList({ files, onShow }: BrokenFilesProps) {
  return (
    <ul aria-label={t('Files that cannot be read')} className={styles.list}>
      {files.slice(0, mostShown).map(({ file, line, column, reason }) => (
        <li className={styles.file} key={file}>
          <FileWarning aria-hidden className={styles.icon} size={15} />
          <span className={styles.texts}>
            <TextLink onPress={onShow}>{file.slice(file.lastIndexOf('/') + 1)}</TextLink>
            <span className={styles.reason} title={told(reason)}>
              {line === undefined ? told(reason) : `${line}:${column ?? 1} ${told(reason)}`}
            </span>
          </span>
        </li>
      ))}
      {files.length > mostShown ? (
        <li className={styles.file}>
          <TextLink onPress={onShow}>{t('and {count} more', { count: files.length - mostShown })}</TextLink>
        </li>
      ) : null}
    </ul>
  );
}

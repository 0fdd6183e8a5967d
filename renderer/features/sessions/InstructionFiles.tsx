import { CircleCheck, CircleSlash } from 'lucide-react';
import type { InstructionFile } from '../../../shared/model/instruction-file.ts';
import { t, told } from '../../texts/texts.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './InstructionFiles.module.css';

interface InstructionFilesProps {
  readonly files: readonly InstructionFile[];
  /** What is said where none is loaded. */
  readonly none: string;
  /** How the smallest change of a file is tried; undefined where it cannot be. */
  readonly tryOf?: ((file: InstructionFile) => (() => void) | undefined) | undefined;
}

/** Instruction files that an agent has with the reason, and those it has not with the smallest change. */
export function InstructionFiles({ files, none, tryOf }: InstructionFilesProps) {
  const loaded = files.filter(file => file.loaded);
  const missed = files.filter(file => !file.loaded && file.reason !== 'other_agent');
  const others = files.filter(file => !file.loaded && file.reason === 'other_agent');
  return (
    <>
      <Group files={loaded} none={none} title={t('In its context ({count})', { count: loaded.length })} />
      {missed.length === 0 ? null : (
        <Group
          files={missed}
          title={t('Why these are not here ({count})', { count: missed.length })}
          tryOf={tryOf}
        />
      )}
      {others.length === 0 ? null : (
        <Group files={others} title={t('Of other agents ({count})', { count: others.length })} />
      )}
    </>
  );
}

interface GroupProps {
  readonly tryOf?: InstructionFilesProps['tryOf'];
  readonly title: string;
  readonly files: readonly InstructionFile[];
  readonly none?: string;
}

function Group({ title, files, none, tryOf }: GroupProps) {
  return (
    <section aria-label={title}>
      <PanelHeader level="label" title={title} />
      {files.length === 0 ? <p className={styles.none}>{none}</p> : null}
      <ul className={styles.list}>
        {files.map(file => (
          <FileRow file={file} key={file.path} onTry={tryOf?.(file)} />
        ))}
      </ul>
    </section>
  );
}

interface FileRowProps {
  readonly file: InstructionFile;
  readonly onTry?: (() => void) | undefined;
}

function FileRow({ file, onTry }: FileRowProps) {
  const { loaded, path, message, tokens, because_of, change, cut_to_bytes } = file;
  const Icon = loaded ? CircleCheck : CircleSlash;
  const cut = cut_to_bytes === undefined ? '' : t(' Only its first {cut_to_bytes} bytes.', { cut_to_bytes });
  const because = because_of === undefined || message.includes(because_of) ? '' : ` (${because_of})`;
  return (
    <li className={styles.file}>
      <span className={`${styles.icon} ${loaded ? styles.yes : styles.no}`}>
        <Icon aria-label={loaded ? t('loaded') : t('not loaded')} role="img" size={14} strokeWidth={1.75} />
      </span>
      <span className={styles.path}>{path}</span>
      <span className={styles.tokens}>{loaded ? formatCounted(tokens, 'token') : ''}</span>
      <span className={styles.why}>{`${told(message)}${because}${cut}`}</span>
      {change === undefined ? null : (
        <span className={styles.change}>
          <strong>{t('Smallest change:')} </strong>
          {told(change.message)}
          {onTry === undefined ? null : (
            <>
              {' '}
              <TextLink onPress={onTry}>{t('What if?')}</TextLink>
            </>
          )}
        </span>
      )}
    </li>
  );
}

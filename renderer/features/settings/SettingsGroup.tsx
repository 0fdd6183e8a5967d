import type { ReactNode } from 'react';
import { projectPlace } from '../../stores/places.ts';
import { FieldPlace } from '../../ui/field-place.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './SettingsView.module.css';

interface SettingsGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingsGroup({ title, children }: SettingsGroupProps) {
  return (
    <section aria-label={title}>
      <PanelHeader title={title} />
      <div className={styles.card}>{children}</div>
    </section>
  );
}

interface SettingsRowProps {
  /** The key of the configuration that is set here, if one is. */
  readonly setting?: string;
  readonly label: string;
  readonly note: string;
  readonly children?: ReactNode;
  /** What cannot be used, and what is allowed. */
  readonly problem?: string | undefined;
  /** Under the texts, over the whole width: tables and lists. */
  readonly below?: ReactNode;
}

/** One thing that can be set, with what it means. */
export function SettingsRow({ setting, label, note, children, problem, below }: SettingsRowProps) {
  return (
    <div className={styles.row} data-setting={setting}>
      <div className={styles.texts}>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note}</span>
        {problem === undefined ? null : (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </div>
      <FieldPlace value={{ at: setting === undefined ? '' : projectPlace(`setting ${setting}`) }}>
        <div className={styles.controls}>{children}</div>
        {below === undefined ? null : <div className={styles.below}>{below}</div>}
      </FieldPlace>
    </div>
  );
}

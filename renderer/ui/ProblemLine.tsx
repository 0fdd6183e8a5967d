import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Severity } from '../../shared/model/severity.ts';
import { t, told } from '../texts/texts.ts';
import { Badge } from './Badge.tsx';
import { classNames } from './class-names.ts';
import styles from './ProblemLine.module.css';

/** Icon and word of each severity: colour is never alone. */
export const severityLooks = {
  error: { word: t('Error'), icon: CircleAlert },
  warning: { word: t('Warning'), icon: TriangleAlert },
  info: { word: t('Note'), icon: Info },
} as const satisfies Record<Severity, { word: string; icon: LucideIcon }>;

interface ProblemLineProps {
  readonly severity: Severity;
  readonly message: string;
  readonly code?: string;
  /** True where it may not be so. */
  readonly possible?: boolean;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** How grave something is; with its word where there is room. */
export function SeverityMark({
  severity,
  hasWord = false,
}: {
  readonly severity: Severity;
  readonly hasWord?: boolean;
}) {
  const { word, icon: Icon } = severityLooks[severity];
  if (!hasWord) return <Icon aria-label={word} className={styles[severity]} role="img" size={14} />;
  return (
    <span className={classNames(styles.mark, styles[severity])}>
      <Icon aria-hidden size={15} />
      <span>{word}</span>
    </span>
  );
}

/** What is wrong, in a sentence with its code, and the presses that mend it. */
export function ProblemText({
  message,
  code,
  possible = false,
  children,
}: Omit<ProblemLineProps, 'severity'>) {
  return (
    <div className={styles.texts}>
      <p className={styles.message}>
        {told(message)}
        {code === undefined ? null : <code className={styles.code}> {code}</code>}
        {possible ? (
          <>
            {' '}
            <Badge>{t('possible')}</Badge>
          </>
        ) : null}
      </p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}

/** One thing to mend: how grave, what, and the presses that mend it. */
export function ProblemLine({ severity, ...text }: ProblemLineProps) {
  return (
    <div className={styles.line}>
      <SeverityMark severity={severity} />
      <ProblemText {...text} />
    </div>
  );
}

import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import styles from './ProblemLine.module.css';

export type Severity = 'error' | 'warning' | 'info';

/** Icon and word of each severity: colour is never alone. */
export const severityLooks = {
  error: { word: 'Error', icon: CircleAlert },
  warning: { word: 'Warning', icon: TriangleAlert },
  info: { word: 'Note', icon: Info },
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

/** One thing to mend: how grave, what, and the presses that mend it. */
export function ProblemLine({ severity, message, code, possible = false, children }: ProblemLineProps) {
  const { word, icon: Icon } = severityLooks[severity];
  return (
    <div className={styles.line}>
      <Icon aria-label={word} className={styles[severity]} role="img" size={14} />
      <div className={styles.texts}>
        <p className={styles.message}>
          {message}
          {code === undefined ? null : <span className={styles.code}> {code}</span>}
          {possible ? (
            <>
              {' '}
              <Badge>possible</Badge>
            </>
          ) : null}
        </p>
        {children ? <div className={styles.actions}>{children}</div> : null}
      </div>
    </div>
  );
}

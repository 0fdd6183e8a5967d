import { CircleAlert, Wand } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import styles from './ConditionRow.module.css';

interface FixLineProps {
  readonly message: string;
  readonly fixLabel?: string | undefined;
  readonly onFix?: () => void;
}

/** What is wrong with a condition, and one press that mends it. */
export function FixLine({ message, fixLabel, onFix }: FixLineProps) {
  return (
    <div className={styles.fix} role="alert">
      <CircleAlert aria-hidden size={13} />
      <span>{message}</span>
      {fixLabel === undefined || !onFix ? null : (
        <Button icon={Wand} onPress={onFix} variant="quiet">
          {fixLabel}
        </Button>
      )}
    </div>
  );
}

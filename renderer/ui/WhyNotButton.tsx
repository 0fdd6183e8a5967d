import { t } from '../texts/texts.ts';
import styles from './WhyNotButton.module.css';

interface WhyNotButtonProps {
  /** What is not there; read out. */
  readonly about: string;
  readonly onPress: () => void;
  readonly title?: string;
}

/** Asks why something is not there, right where it is not. */
export function WhyNotButton({ about, onPress, title }: WhyNotButtonProps) {
  return (
    <button
      aria-label={t('Why not {about}?', { about })}
      className={styles.button}
      onClick={onPress}
      title={title}
      type="button"
    >
      {t('why not?')}
    </button>
  );
}

import { Play } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './WhyNotDialog.module.css';

interface SmallestChangeProps {
  readonly words: readonly string[];
  readonly onTry: () => void;
}

/** The fewest changes that are enough, and one press that makes them. */
export function SmallestChange({ words, onTry }: SmallestChangeProps) {
  return (
    <section className={styles.group}>
      <PanelHeader level="label" title={t('The smallest change')} />
      <ul aria-label={t('The smallest change')} className={styles.changes}>
        {words.map(word => (
          <li key={word}>{word}</li>
        ))}
      </ul>
      <div>
        <Button icon={Play} onPress={onTry} variant="primary">
          {t('Try it on the sample')}
        </Button>
      </div>
    </section>
  );
}

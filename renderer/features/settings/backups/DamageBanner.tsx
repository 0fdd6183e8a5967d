import { DatabaseZap } from 'lucide-react';
import { setWorkspace } from '../../../stores/workspace.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './Backups.module.css';

/** Says, until it is acknowledged, that damage took something of what the studio shows. */
export function DamageBanner() {
  return (
    <div className={styles.banner}>
      <Notice icon={DatabaseZap} title="Something of this project is gone" tone="error">
        The database was damaged and has been made anew; what was lost is named row by row.
      </Notice>
      <Button onPress={() => setWorkspace({ view: 'settings' })}>See what is gone</Button>
    </div>
  );
}

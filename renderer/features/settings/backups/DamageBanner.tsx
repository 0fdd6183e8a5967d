import { DatabaseZap } from 'lucide-react';
import { setWorkspace } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';

/** Says, until it is acknowledged, that damage took something of what the studio shows. */
export function DamageBanner() {
  const actions = <Button onPress={() => setWorkspace({ view: 'settings' })}>{t('See what is gone')}</Button>;
  return (
    <Banner actions={actions} icon={DatabaseZap} title={t('Something of this project is gone')} tone="error">
      {t('The database was damaged and has been made anew; what is known to be lost is named row by row.')}
    </Banner>
  );
}

import { useId } from 'react';
import { ContextText, showSection } from '../text/ContextText.tsx';
import { SectionItems } from '../text/SectionItems.tsx';
import { PreviewGate } from '../view/PreviewGate.tsx';
import styles from './ContextTab.module.css';

/** The drawer's context: items by section at the left, the final text at the right. */
export function ContextTab() {
  const anchors = useId();
  return (
    <PreviewGate>
      {result => (
        <div className={styles.tab}>
          <div className={styles.items}>
            <SectionItems onSection={section => showSection(anchors, section)} result={result} />
          </div>
          <ContextText anchors={anchors} />
        </div>
      )}
    </PreviewGate>
  );
}

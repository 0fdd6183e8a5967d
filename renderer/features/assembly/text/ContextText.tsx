import { useEffect, useState } from 'react';
import type { Section } from '../../../../shared/model/section.ts';
import { call, errorBody } from '../../../api/call.ts';
import { usePreview } from '../../../stores/preview.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import styles from './ContextText.module.css';
import { splitSections, type TextFormat } from './split-sections.ts';

interface ContextTextProps {
  /** Makes the anchors of this text unique in the page. */
  readonly anchors: string;
}

const formats = [
  { value: 'markdown', label: t('Markdown') },
  { value: 'xml', label: t('XML') },
  { value: 'json', label: t('JSON') },
] as const;

/** The final text, as an agent gets it, in three formats. */
export function ContextText({ anchors }: ContextTextProps) {
  const [format, setFormat] = useState<TextFormat>('markdown');
  const [provenance, setProvenance] = useState(false);
  const text = usePreviewText(format, provenance) ?? '';
  return (
    <div className={styles.text}>
      <div className={styles.bar}>
        <Segmented label={t('Format')} onChange={setFormat} options={formats} value={format} />
        <Switch label={t('Provenance')} on={provenance} onChange={setProvenance} />
        <span className={styles.copy}>
          <CopyButton compact label={t('Copy text')} onError={showError} text={text} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
      <section aria-label={t('Final text')} className={styles.pre} tabIndex={0}>
        {splitSections(text, format).map(part => (
          <span id={part.section && anchorId(anchors, part.section)} key={part.section ?? 'start'}>
            {/* A block swallows its last line break; without this one the blank line between sections would go. */}
            {`${part.text}\n`}
          </span>
        ))}
      </section>
    </div>
  );
}

/** The rendered text of the preview, asked for only while somebody looks at it. */
function usePreviewText(format: TextFormat, provenance: boolean): string | undefined {
  const assembled = usePreview(state => state.result);
  const [text, setText] = useState<string>();
  useEffect(() => {
    if (!assembled) return;
    const asked = { current: true };
    call('assembly.render', { assembled, format, provenance }).then(
      rendered => asked.current && setText(rendered.text),
      error => asked.current && setText(errorBody(error).message),
    );
    return () => {
      asked.current = false;
    };
  }, [assembled, format, provenance]);
  return text;
}

/** Brings the text into sight and scrolls it to a section. */
export function showSection(anchors: string, section: Section): void {
  const part = document.getElementById(anchorId(anchors, section));
  const text = part?.parentElement;
  if (!part || !text) return;
  text.scrollIntoView({ block: 'nearest' });
  text.scrollTop += part.getBoundingClientRect().top - text.getBoundingClientRect().top;
}

function anchorId(anchors: string, section: Section): string {
  return `${anchors}-${section}`;
}

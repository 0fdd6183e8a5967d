import type { AgentContext } from '../../../../shared/model/handoff.ts';
import { showError } from '../../../stores/toasts.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './ContextMarkdown.module.css';

const pathWords = {
  fts5: 'full-text index',
  plain: 'plain order',
  fallback: 'fallback',
} as const satisfies Record<AgentContext['path'], string>;

const shareNames = [
  ['task', 'Task'],
  ['specialization', 'Specialization'],
  ['packages', 'Packages'],
  ['errors', 'Errors'],
] as const;

/** The text, sign by sign as the agent gets it (H7), and what was left for it. */
export function ContextMarkdown({ context }: { readonly context: AgentContext }) {
  const { markdown, shares, counter, path } = context;
  return (
    <section aria-label="Text for the agent" className={styles.card}>
      <PanelHeader
        actions={<CopyButton compact label="Copy text" onError={showError} text={markdown} />}
        title="Text for the agent"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
      <pre className={styles.text} tabIndex={0}>
        {markdown}
      </pre>
      <dl className={styles.facts}>
        {shareNames.map(([key, name]) => (
          <div className={styles.fact} key={key}>
            <dt>{name}</dt>
            <dd>{formatCount(shares[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Shares of the tokens that are left · {counter} · {pathWords[path]}
      </p>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import styles from './ActiveList.module.css';

interface ActiveListProps {
  readonly active: Output<'project.trust'>;
}

/** What of a project acts, part by part, in words; first what is short and reaches far, so that it is seen unscrolled. */
export function ActiveList({ active }: ActiveListProps) {
  const { engines, memories, config, watched_folders, problems } = active;
  return (
    <>
      <Part title={counted(config.length, 'key of the configuration', 'keys of the configuration')}>
        {config.map(({ key, effect, until_then }) => (
          <li key={key}>
            <strong>{key}</strong> {effect}
            {until_then === undefined ? '' : ` (until then: ${until_then})`}
          </li>
        ))}
      </Part>
      <Part title={counted(watched_folders.length, 'watched folder', 'watched folders')}>
        {watched_folders.map(({ collection, folder }) => (
          <li key={collection}>
            <strong>{folder}</strong> is read again for “{collection}” whenever it changes
          </li>
        ))}
      </Part>
      <Part title={counted(engines.length, 'engine', 'engines')}>
        {engines.map(engine => (
          <li key={engine.id}>
            <strong>{engine.name}</strong> {engine.enabled ? '' : '(off)'}
            <ul className={styles.list}>
              {engine.rules.map(rule => (
                <li key={rule.id}>
                  {rule.name} {rule.enabled ? '' : '(off) '}adds {rule.adds.join(', ') || 'nothing'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Part>
      <Part title={counted(memories.length, 'memory', 'memories')}>
        {memories.map(memory => (
          <li key={memory.id}>
            <strong>{memory.label}</strong> {memory.steps.join(' › ')}
          </li>
        ))}
      </Part>
      {problems.map(({ file, reason }) => (
        <p key={file}>
          {file} cannot be read and does nothing: {reason}
        </p>
      ))}
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: readonly ReactNode[];
}

/** Nothing is shown of what there is none of. */
function Part({ title, children }: PartProps) {
  if (children.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

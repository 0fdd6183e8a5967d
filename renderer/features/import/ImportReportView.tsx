import { Check, type LucideIcon, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportReport } from '../../../shared/contract/engines.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './ImportReportView.module.css';

const changes = {
  created: <Badge tone="fired">new</Badge>,
  replaced: <Badge tone="missing">replaces yours</Badge>,
  renamed: <Badge tone="accent">new id</Badge>,
} as const satisfies Record<ImportReport['imported'][number]['change'], ReactNode>;

/** What an import does, engine by engine; nothing is left out silently. */
export function ImportReportView({ report }: { readonly report: ImportReport }) {
  const { imported, kept, refused } = report;
  return (
    <div className={styles.report}>
      <Group count={imported.length} title={`${formatCounted(imported.length, 'engine')} to import`}>
        {imported.map(({ id, name, file, change, note }) => (
          <Row end={changes[change]} icon={Check} key={`${file} ${id}`} note={note} title={name}>
            {id} · {file}
          </Row>
        ))}
      </Group>
      <Group
        count={kept.length}
        title={kept.length === 1 ? '1 engine stays as it is' : `${kept.length} engines stay as they are`}
      >
        {kept.map(({ id, file, reason }) => (
          <Row icon={Minus} key={`${file} ${id}`} note={reason} title={id}>
            {file}
          </Row>
        ))}
      </Group>
      <Group count={refused.length} title={`${formatCounted(refused.length, 'problem')}, not imported`}>
        {refused.map(problem => (
          <Row icon={TriangleAlert} key={place(problem) + problem.reason} title={problem.reason}>
            {place(problem)}
          </Row>
        ))}
      </Group>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ title, count, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section>
      <PanelHeader level="label" title={title} />
      <ul>{children}</ul>
    </section>
  );
}

interface RowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** Where it comes from. */
  readonly children: ReactNode;
  readonly note?: string | undefined;
  readonly end?: ReactNode;
}

function Row({ icon: Icon, title, children, note, end }: RowProps) {
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={Icon === TriangleAlert ? styles.bad : styles.icon} size={15} />
      <span className={styles.texts}>
        <span>{title}</span>
        <span className={styles.place}>{children}</span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </span>
      {end}
    </li>
  );
}

/** `planning.json:12:5`, as editors write it. */
function place({ file, line, column }: FileProblem): string {
  return [file, line, column].filter(part => part !== undefined).join(':');
}

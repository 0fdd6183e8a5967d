import {
  Activity,
  CircleAlert,
  FlaskConical,
  Layers,
  Library,
  type LucideIcon,
  MessagesSquare,
  Package,
  ScrollText,
  Settings,
  Workflow,
} from 'lucide-react';
import { useProblemCount } from '../../stores/problems.ts';
import { setWorkspace, useWorkspace, type View, views, type Workspace } from '../../stores/workspace.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './ActivityRail.module.css';

const looks = {
  rules: { label: 'Rules', icon: Workflow },
  memories: { label: 'Memories', icon: Library },
  samples: { label: 'Samples', icon: FlaskConical },
  assembly: { label: 'Assembly', icon: Layers },
  ledger: { label: 'Ledger', icon: ScrollText },
  handoff: { label: 'Handoff', icon: Package },
  conversations: { label: 'Conversations', icon: MessagesSquare },
  health: { label: 'Health', icon: Activity },
  problems: { label: 'Problems', icon: CircleAlert },
  settings: { label: 'Settings', icon: Settings },
} as const satisfies Record<View, { label: string; icon: LucideIcon }>;

const selectView = (state: Workspace) => state.view;

/** The views of the studio, one press apart. */
export function ActivityRail() {
  const view = useWorkspace(selectView);
  const problems = useProblemCount();
  return (
    <nav aria-label="Views" className={styles.rail}>
      {views.map(id => (
        <RailItem badge={id === 'problems' ? problems : 0} current={id === view} id={id} key={id} />
      ))}
    </nav>
  );
}

interface RailItemProps {
  readonly id: View;
  readonly current: boolean;
  readonly badge: number;
}

function RailItem({ id, current, badge }: RailItemProps) {
  const { label, icon: Icon } = looks[id];
  return (
    <button
      aria-label={badge === 0 ? label : `${label}, ${badge}`}
      className={classNames(styles.item, styles[id])}
      onClick={() => setWorkspace({ view: id })}
      title={label}
      type="button"
      {...(current && { 'aria-current': 'page' as const })}
    >
      <span className={styles.icon}>
        <Icon aria-hidden size={19} strokeWidth={1.6} />
        {badge === 0 ? null : (
          <span className={styles.badge}>
            <Badge tone="missing">{badge > 99 ? '99+' : badge}</Badge>
          </span>
        )}
      </span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}

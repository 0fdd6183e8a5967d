import { studioViews, type View, views as viewNames } from '../../../shared/model/studio-views.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ViewParts } from '../../ui/view-parts.ts';
import styles from './ActivityRail.module.css';

const selectView = (state: Workspace) => state.view;

/** The views of the studio, one press apart. */
export function ActivityRail({ views }: { readonly views: Readonly<Record<View, ViewParts>> }) {
  const view = useWorkspace(selectView);
  return (
    <nav aria-label={t('Views')} className={styles.rail} data-region="Views">
      {viewNames.map(id => (
        <RailItem current={id === view} id={id} key={id} {...views[id]} />
      ))}
    </nav>
  );
}

interface RailItemProps extends Pick<ViewParts, 'icon' | 'useBadge'> {
  readonly id: View;
  readonly current: boolean;
}

const useNoBadge = () => 0;

function RailItem({ id, current, icon: Icon, useBadge = useNoBadge }: RailItemProps) {
  const badge = useBadge();
  const label = t(studioViews[id].title);
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

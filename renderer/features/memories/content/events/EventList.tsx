import type { Element } from '../../../../../shared/model/element.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import styles from './EventList.module.css';

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Events, newest first; one that is opened shows all it holds. */
export function EventList({ events }: { readonly events: readonly Element[] }) {
  if (events.length === 0) return <p className={styles.none}>No event is of this type and stream.</p>;
  return (
    <ul aria-label="Events, newest first">
      {events.map((event, index) => (
        <li key={event.id ?? index}>
          <details className={styles.event}>
            <summary className={styles.summary}>
              <time className={styles.time} dateTime={event.timestamp}>
                {event.timestamp === undefined ? '' : times.format(new Date(event.timestamp))}
              </time>
              <span className={styles.type} title={event.title}>
                <Badge>{event.title}</Badge>
              </span>
              <span className={styles.stream} title={textOf(event.stream)}>
                {textOf(event.stream)}
              </span>
              <span className={styles.content}>{event.content}</span>
            </summary>
            <p className={styles.whole}>{event.content}</p>
            <pre className={styles.data}>{JSON.stringify(factsOf(event), null, 2)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** What the line above does not say. */
function factsOf({ id, data, source }: Element): Record<string, unknown> {
  return { id, data, written_by: source?.trust };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

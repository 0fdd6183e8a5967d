import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { Element } from '../../../../../shared/model/element.ts';
import { useAnswer } from '../../../../stores/use-answer.ts';
import { dayLocale, t } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { ChipGroup } from '../../../../ui/ChipGroup.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { formatCount } from '../../../../ui/format-number.ts';
import { Select } from '../../../../ui/Select.tsx';
import styles from '../ContentTab.module.css';
import { type Facets, useContent } from '../content-store.ts';
import { AppendEventDialog } from './AppendEventDialog.tsx';

type LogFacets = Facets['instances'][number];

/** Events shown at first, and with each press more, up to what one call gives. */
const pageSize = 100;
const mostEvents = 1000;
const any = '(any)';

/** The event log: newest first, by instance, type and stream; what is in it stays as it is. */
export function Events() {
  const { facets, status } = useContent();
  const [chosen, setChosen] = useState<string>();
  const [isAppending, setAppending] = useState(false);
  const instance = facets.instances.find(({ name }) => name === chosen) ?? facets.instances[0];
  const append = () => setAppending(true);
  return (
    <>
      {instance || status !== 'ready' ? (
        <div className={styles.bar}>
          <div className={styles.chips}>
            <ChipGroup
              choose="one"
              label={t('Instance')}
              onChange={([name]) => setChosen(name)}
              options={facets.instances.map(({ name, count }) => ({
                value: name,
                label: `${name} (${formatCount(count)})`,
              }))}
              selected={instance ? [instance.name] : []}
            />
          </div>
          <Button adds onPress={append} variant="primary">
            {t('Append event')}
          </Button>
        </div>
      ) : null}
      {instance ? (
        <InstanceLog instance={instance} key={instance.name} />
      ) : status === 'ready' ? (
        <EmptyState
          actions={
            <Button adds onPress={append}>
              {t('Append event')}
            </Button>
          }
          icon={ScrollText}
          title={t('No events yet')}
        >
          {t('Append one here, or let an agent do it; steps that search the log find it.')}
        </EmptyState>
      ) : null}
      {isAppending ? (
        <AppendEventDialog instance={instance?.name} onClose={() => setAppending(false)} />
      ) : null}
    </>
  );
}

function InstanceLog({ instance }: { readonly instance: LogFacets }) {
  const { reading } = useContent();
  const [type, setType] = useState(any);
  const [stream, setStream] = useState(any);
  const [limit, setLimit] = useState(pageSize);
  const input = {
    instance: instance.name,
    limit,
    ...(type !== any && { eventType: type }),
    ...(stream !== any && { streamId: stream }),
  };
  const { output, error } = useAnswer('events.search', input, reading);
  const clear = () => {
    setType(any);
    setStream(any);
  };
  return (
    <>
      <div className={styles.filters}>
        <Facet label={t('Type')} onChange={setType} options={instance.types} value={type} />
        <Facet label={t('Stream')} onChange={setStream} options={instance.streams} value={stream} />
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {output ? <EventList clear={clear} events={output.events} /> : null}
      {output && output.events.length === limit && limit < mostEvents ? (
        <div>
          <Button onPress={() => setLimit(Math.min(mostEvents, limit * 3))} variant="quiet">
            {t('Show older events')}
          </Button>
        </div>
      ) : null}
      {output && output.events.length === mostEvents ? (
        <p className={styles.muted}>
          {t('The newest {mostEvents}; choose a type or a stream for others.', {
            mostEvents,
          })}
        </p>
      ) : null}
    </>
  );
}

interface FacetProps {
  readonly label: string;
  readonly options: LogFacets['types'];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Facet({ label, options, value, onChange }: FacetProps) {
  const known = options.map(({ name, count }) => ({ value: name, label: `${name} (${formatCount(count)})` }));
  return (
    <Select
      label={label}
      onChange={onChange}
      options={[{ value: any, label: t('Any') }, ...known]}
      value={value}
    />
  );
}

const times = new Intl.DateTimeFormat(dayLocale, { dateStyle: 'medium', timeStyle: 'medium' });

/** Events, newest first; one that is opened shows all it holds. */
function EventList({ events, clear }: { readonly events: readonly Element[]; readonly clear: () => void }) {
  if (events.length === 0)
    return (
      <p className={styles.none}>
        {t('No event is of this type and stream.')}{' '}
        <Button onPress={clear} variant="quiet">
          {t('Clear filters')}
        </Button>
      </p>
    );
  return (
    <ul aria-label={t('Events, newest first')}>
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

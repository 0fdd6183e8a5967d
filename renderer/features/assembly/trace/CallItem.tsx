import { ChevronRight } from 'lucide-react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import type { MemoryCall, Trace } from '../../../../shared/model/assembled-context.ts';
import { formatCounted, formatMs } from '../../../ui/format-number.ts';
import { CallDetails } from './CallDetails.tsx';
import { CallStatusMark } from './CallStatusMark.tsx';
import styles from './CallTree.module.css';
import type { RuleNames } from './filter-calls.ts';
import { Requesters } from './Requesters.tsx';

interface CallItemProps {
  readonly call: MemoryCall;
  readonly ruleNames: RuleNames;
  readonly missing: Trace['missing_variables'];
  readonly onToggle: (memoryId: string) => void;
}

/** One memory call; its steps, its error and the variables it lacked are its branches. */
export function CallItem({ call, ruleNames, missing, onToggle }: CallItemProps) {
  const { memory_id: id, status, items, kept, duration_ms } = call;
  return (
    <TreeItem
      className={styles.item ?? ''}
      id={id}
      onAction={() => onToggle(id)}
      textValue={`${id}, ${status}, ${formatCounted(items, 'item')}, ${kept} kept`}
    >
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className={styles.row}>
            <span className={styles.chevron}>
              {hasChildItems ? (
                <Button aria-label={`Steps of ${id}`} slot="chevron">
                  <ChevronRight aria-hidden size={14} />
                </Button>
              ) : null}
            </span>
            <CallStatusMark status={status} />
            <span className={styles.memory} title={id}>
              {id}
            </span>
            <Requesters requesters={call.requested_by} ruleNames={ruleNames} />
            <span className={styles.figure}>{formatCounted(items, 'item')}</span>
            <span className={styles.figure}>{kept} kept</span>
            <span className={styles.time}>{formatMs(duration_ms)}</span>
          </div>
        )}
      </TreeItemContent>
      {CallDetails({ call, missing })}
    </TreeItem>
  );
}

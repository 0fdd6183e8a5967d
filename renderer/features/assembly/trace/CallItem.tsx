import { ChevronRight, CircleAlert, CircleQuestionMark } from 'lucide-react';
import { createContext, memo, type ReactElement, type ReactNode, useContext } from 'react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import type { MemoryCall, StepTrace, Trace } from '../../../../shared/model/assembled-context.ts';
import { showMemory, showRule } from '../../../stores/workspace.ts';
import { rich, t, told } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { formatCounted, formatMs } from '../../../ui/format-number.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { CallStatusMark } from './CallStatusMark.tsx';
import styles from './CallTree.module.css';
import { type RuleNames, requesterName } from './filter-calls.ts';

interface CallItemProps {
  readonly call: MemoryCall;
  readonly ruleNames: RuleNames;
  readonly missing: Trace['missing_variables'];
  readonly nameOfStep: (type: string) => string;
  /** Does the same for as long as the tree lives. */
  readonly onToggle: (memoryId: string) => void;
}

/** Milliseconds that each call took, by its memory, and each of its steps, by `stepId`. */
export const Times = createContext<ReadonlyMap<string, number>>(new Map());

export const timesOf = (calls: readonly MemoryCall[]): ReadonlyMap<string, number> =>
  new Map(
    calls.flatMap(({ memory_id: id, duration_ms, steps }) => [
      [id, duration_ms],
      ...steps.map((step, index) => [stepId(id, index), step.duration_ms] as const),
    ]),
  );

const stepId = (memoryId: string, index: number): string => `${memoryId}/${index}`;

/** A time is another in each run, and a row of the tree is dear: it alone is drawn again. */
function Time({ of }: { readonly of: string }) {
  return <span className={styles.time}>{formatMs(useContext(Times).get(of) ?? 0)}</span>;
}

/**
 * One memory call; its steps, its error and the variables it lacked are its branches. Calls are mostly those of the run
 * before but for their times, of which their objects say nothing.
 */
export const CallItem = memo(CallRow, isShownAlike);

function isShownAlike(before: CallItemProps, after: CallItemProps): boolean {
  return before.nameOfStep === after.nameOfStep && shownOf(before) === shownOf(after);
}

/** What is seen of a call except its times. */
const shownOf = ({ call, missing, ruleNames }: CallItemProps): string =>
  JSON.stringify([call, missing, call.requested_by.map(by => requesterName(by, ruleNames))], (key, value) =>
    key.endsWith('_ms') ? undefined : value,
  );

function CallRow({ call, ruleNames, missing, nameOfStep, onToggle }: CallItemProps) {
  const { memory_id: id, status, items, kept } = call;
  return (
    <TreeItem
      className={styles.item ?? ''}
      id={id}
      onAction={() => onToggle(id)}
      textValue={t('{id}, {status}, {items}, {kept} kept', {
        id,
        status: told(status),
        items: formatCounted(items, 'item'),
        kept,
      })}
    >
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className={styles.row}>
            <span className={styles.chevron}>
              {hasChildItems ? (
                <Button aria-label={t('Steps of {id}', { id })} slot="chevron">
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
            <span className={styles.figure}>{t('{kept} kept', { kept })}</span>
            <Time of={id} />
          </div>
        )}
      </TreeItemContent>
      {CallDetails({ call, missing, nameOfStep })}
    </TreeItem>
  );
}

interface RequestersProps {
  readonly requesters: MemoryCall['requested_by'];
  readonly ruleNames: RuleNames;
}

/** More of them are told by number, with their names in reach: a memory may be asked for by hundreds of rules. */
const mostRequesters = 3;

/** Who asked for a memory: rules by name, each a way to the rule, or the request itself. */
function Requesters({ requesters, ruleNames }: RequestersProps) {
  const others = requesters.slice(mostRequesters).map(requester => requesterName(requester, ruleNames));
  return (
    <span className={styles.requesters}>
      {requesters.slice(0, mostRequesters).map(requester =>
        requester.kind === 'explicit' ? (
          <Badge key="explicit">{requesterName(requester, ruleNames)}</Badge>
        ) : (
          <TextLink
            key={`${requester.engine_id}/${requester.rule_id}`}
            onPress={() => showRule(requester.engine_id, requester.rule_id)}
          >
            {requesterName(requester, ruleNames)}
          </TextLink>
        ),
      )}
      {others.length === 0 ? null : (
        <span className={styles.others} title={others.join(', ')}>
          {t('and {count} more', { count: others.length })}
        </span>
      )}
    </span>
  );
}

interface CallDetailsProps {
  readonly call: MemoryCall;
  readonly missing: Trace['missing_variables'];
  /** What a step type is called. */
  readonly nameOfStep: (type: string) => string;
}

/** The branches of a call: why it failed, what it lacked, and step by step what came out. */
function CallDetails({ call, missing, nameOfStep }: CallDetailsProps): ReactElement[] {
  const error = call.error && call.error.code !== 'missing_variable' ? [errorLine(call)] : [];
  return [
    ...error,
    ...missing.map(variable => missingLine(call.memory_id, variable.name)),
    ...call.steps.map((step, index) => stepLine(call.memory_id, index, step, nameOfStep(step.type))),
  ];
}

function errorLine(call: MemoryCall): ReactElement {
  const text = call.error?.message ?? '';
  return detail(
    `${call.memory_id}/error`,
    text,
    <span className={styles.error}>
      <CircleAlert aria-hidden size={13} /> {text}
    </span>,
  );
}

function missingLine(memoryId: string, name: string): ReactElement {
  return detail(
    `${memoryId}/missing/${name}`,
    t('missing variable {name}', { name }),
    <span className={styles.missing}>
      <CircleQuestionMark aria-hidden size={13} />{' '}
      {rich('missing variable {name}', { name: <code>{name}</code> })}
    </span>,
  );
}

/** The step's name leads to its memory, where each step stands with what it returned. */
function stepLine(memoryId: string, index: number, step: StepTrace, name: string): ReactElement {
  const text = `${name}, ${resultWords(step)}`;
  const id = stepId(memoryId, index);
  return detail(
    id,
    text,
    <>
      <TextLink onPress={() => showMemory(memoryId)}>{name}</TextLink>
      <code className={styles.alias}>{step.alias}</code>
      {step.error === undefined ? null : (
        <span className={styles.error} title={step.error}>
          <CircleAlert aria-hidden size={13} /> {step.error}
        </span>
      )}
      {step.note === undefined ? null : (
        <span className={styles.missing} title={step.note.message}>
          <CircleQuestionMark aria-hidden size={13} /> {step.note.message}
        </span>
      )}
      <span className={styles.result}>{resultWords(step)}</span>
      <Time of={id} />
    </>,
  );
}

function detail(id: string, text: string, content: ReactNode): ReactElement {
  return (
    <TreeItem className={styles.item ?? ''} id={id} key={id} textValue={text}>
      <TreeItemContent>
        <div className={styles.detail}>{content}</div>
      </TreeItemContent>
    </TreeItem>
  );
}

function resultWords({ result, count }: StepTrace): string {
  if (result === 'elements') return formatCounted(count, 'element');
  if (result === 'groups') return formatCounted(count, 'group');
  if (result === 'text') return formatCounted(count, 'text');
  return result === 'none' ? t('no result') : t('yes or no');
}

import { CircleAlert, CircleQuestionMark } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { TreeItem, TreeItemContent } from 'react-aria-components';
import type { MemoryCall, StepTrace, Trace } from '../../../../shared/model/assembled-context.ts';
import type { StepSpec } from '../../../../shared/pipeline/param-spec.ts';
import { stepSpecs } from '../../../../shared/pipeline/step-specs.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { formatCounted, formatMs } from '../../../ui/format-number.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import styles from './CallTree.module.css';

interface CallDetailsProps {
  readonly call: MemoryCall;
  readonly missing: Trace['missing_variables'];
}

/** The branches of a call: why it failed, what it lacked, and step by step what came out. */
export function CallDetails({ call, missing }: CallDetailsProps): ReactElement[] {
  const error = call.error && call.error.code !== 'missing_variable' ? [errorLine(call)] : [];
  return [
    ...error,
    ...missing.map(variable => missingLine(call.memory_id, variable.name)),
    ...call.steps.map((step, index) => stepLine(call.memory_id, index, step)),
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
    `missing variable ${name}`,
    <span className={styles.missing}>
      <CircleQuestionMark aria-hidden size={13} /> missing variable <code>{name}</code>
    </span>,
  );
}

/** The step's name leads to its memory, where each step stands with what it returned. */
function stepLine(memoryId: string, index: number, step: StepTrace): ReactElement {
  const text = `${stepLabel(step.type)}, ${resultWords(step)}`;
  return detail(
    `${memoryId}/${index}`,
    text,
    <>
      <TextLink onPress={() => showMemory(memoryId)}>{stepLabel(step.type)}</TextLink>
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
      <span className={styles.time}>{formatMs(step.duration_ms)}</span>
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

function stepLabel(type: string): string {
  const specs: Readonly<Record<string, StepSpec>> = stepSpecs;
  return specs[type]?.label ?? type;
}

function resultWords({ result, count }: StepTrace): string {
  if (result === 'elements') return formatCounted(count, 'element');
  if (result === 'groups') return formatCounted(count, 'group');
  if (result === 'text') return '1 text';
  return result === 'none' ? 'no result' : 'yes or no';
}

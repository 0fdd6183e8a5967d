import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { SessionHealth } from '../../../../shared/model/health.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './GateCheck.module.css';

/** Whether a tool may run now, as an agent would ask (K4). */
export function GateCheck({ session }: { readonly session: SessionHealth }) {
  const [tool, setTool] = useState('');
  const asked = tool.trim() === '' ? undefined : { session_id: session.session_id, tool: tool.trim() };
  const { output, error } = useAnswer('health.gate', asked, Number(session.blocked));
  return (
    <section aria-label="May a tool run?" className={styles.card}>
      <PanelHeader title="May a tool run?" />
      <TextField
        error={error}
        label="Tool"
        labelHidden
        mono
        onChange={setTool}
        placeholder="write"
        value={tool}
      />
      <p className={styles.answer} role="status">
        {output ? (
          <>
            <StateWord icon={output.allowed ? CircleCheck : Ban} tone={output.allowed ? 'fired' : 'error'}>
              {output.allowed ? 'It may run' : 'It must wait'}
            </StateWord>
            {output.reason === undefined ? null : <span>{output.reason}</span>}
          </>
        ) : (
          <span className={styles.hint}>Name a tool, and the gate answers as it would to the agent.</span>
        )}
      </p>
    </section>
  );
}

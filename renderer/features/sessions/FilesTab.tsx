import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { agentTitles } from '../../../shared/model/coding-agents.ts';
import {
  type InstructionAgent,
  type InstructionFile,
  instructionAgents,
} from '../../../shared/model/instruction-file.ts';
import { useAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import tabPage from '../../ui/tab-page.module.css';
import styles from './FilesTab.module.css';
import { InstructionFiles } from './InstructionFiles.tsx';
import { selectReading, useSessions } from './sessions-store.ts';

/** Which instruction files an agent would have that works on a file, without running it. */
export function FilesTab() {
  const reading = useSessions(selectReading);
  const [agent, setAgent] = useState<InstructionAgent>('claude-code');
  const [file, setFile] = useState('');
  const [after, setAfter] = useState('');
  const [folder, setFolder] = useState('');
  const before = after.split(',').flatMap(path => (path.trim() === '' ? [] : [path.trim()]));
  const { output, error } = useAnswer(
    'flights.predict',
    {
      agent,
      ...(folder.trim() !== '' && { folder: folder.trim() }),
      ...(file.trim() !== '' && { file: file.trim() }),
      ...(before.length > 0 && { after: before }),
    },
    reading,
  );
  const [prediction] = output?.agents ?? [];
  /** What of the change can be foretold here: where the agent starts, and that it reads a file. */
  const tryOf = ({ reason, change }: InstructionFile) => {
    const { do: how, path } = change ?? {};
    if (path === undefined) return undefined;
    if (how === 'start_in') return () => setFolder(path);
    if (how !== 'read_file') return undefined;
    const file = reason === 'folder_not_read' ? `${path}/a-file` : path;
    return () => setAfter([...before, file].join(', '));
  };
  return (
    <div className={tabPage.page}>
      <div className={styles.form}>
        <Select
          label={t('Agent')}
          onChange={setAgent}
          options={instructionAgents.map(value => ({ value, label: agentTitles[value] }))}
          value={agent}
        />
        <TextField
          label={t('Works on')}
          mono
          onChange={setFile}
          placeholder={t('src/main.ts')}
          value={file}
        />
        <TextField
          label={t('After it read')}
          mono
          onChange={setAfter}
          placeholder={t('docs/a.md, src/b.ts')}
          value={after}
        />
        <TextField
          label={t('Started in')}
          mono
          onChange={setFolder}
          placeholder={t('the top')}
          value={folder}
        />
      </div>
      {error === undefined ? null : (
        <Notice icon={CircleAlert} title={t('This cannot be said')} tone="error">
          {error}
        </Notice>
      )}
      {prediction === undefined ? null : (
        <section aria-label={t('Instruction files')} className={styles.card}>
          <PanelHeader
            title={t('{prediction} has {tokens} tokens of instructions', {
              prediction: prediction.title,
              tokens: prediction.tokens,
            })}
          />
          <InstructionFiles
            files={prediction.files}
            none={t('No instruction file is loaded here.')}
            tryOf={tryOf}
          />
        </section>
      )}
    </div>
  );
}

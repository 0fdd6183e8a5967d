import { FileInput, FolderOpen } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { filesOfDrop, filesOfInput } from './chosen-files.ts';
import styles from './ImportSource.module.css';

interface ImportSourceProps {
  readonly onFiles: (files: readonly ImportFile[]) => void;
  /** A path on the machine that runs Weft. */
  readonly onPath: (path: string) => void;
  readonly onText: (text: string) => void;
}

/** Where an import comes from: dropped, chosen, a path, or pasted. */
export function ImportSource({ onFiles, onPath, onText }: ImportSourceProps) {
  const [path, setPath] = useState('');
  const [pasted, setPasted] = useState('');
  return (
    <>
      <DropZone onFiles={onFiles} onPath={onPath} />
      <div className={styles.line}>
        <TextField
          label={t('Or the path of a file or folder, full or from the project')}
          mono
          onChange={setPath}
          placeholder={t('docs/architecture')}
          value={path}
        />
        <Button disabled={path.trim() === ''} onPress={() => onPath(path.trim())}>
          {t('Check path')}
        </Button>
      </div>
      <div className={styles.line}>
        <TextArea
          label={t('Or paste rule or memory JSON')}
          mono
          onChange={setPasted}
          placeholder={'{ "id": "planning-rules", "name": "Planning rules", "rules": [ … ] }'}
          rows={2}
          value={pasted}
        />
        <Button disabled={pasted.trim() === ''} onPress={() => onText(pasted)}>
          {t('Check text')}
        </Button>
      </div>
    </>
  );
}

/** Not in React's types: makes the input choose a folder with all that is in it. */
const wholeFolder = { webkitdirectory: '' };

function DropZone({ onFiles, onPath }: Pick<ImportSourceProps, 'onFiles' | 'onPath'>) {
  const [isOver, setOver] = useState(false);
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files && event.target.files.length > 0) onFiles(filesOfInput(event.target.files));
    // So that the same folder can be chosen again after it was changed.
    event.target.value = '';
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    filesOfDrop(event.dataTransfer).then(found => found.length > 0 && onFiles(found), showError);
  };
  // A window knows the folder's path, and then the host reads it: there is no limit of a call.
  const chooseFolder = () => {
    if (!window.weft) folder.current?.click();
    else call('project.pickFolder', {}).then(({ path }) => path !== null && onPath(path), showError);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the buttons inside are the others.
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragLeave={() => setOver(false)}
      onDragOver={hover}
      onDrop={drop}
    >
      <p>
        {t(
          'Drop files or folders here: rule and memory JSON, Markdown and text, guides such as AGENTS.md, and the rules of Claude Code, Cursor, Copilot, Windsurf, Cline, Continue and Kiro.',
        )}
      </p>
      <div className={styles.actions}>
        <Button icon={FolderOpen} onPress={chooseFolder} variant="primary">
          {t('Choose folder…')}
        </Button>
        <Button icon={FileInput} onPress={() => files.current?.click()}>
          {t('Choose files…')}
        </Button>
      </div>
      <input
        aria-label={t('Folder to import')}
        className={styles.input}
        multiple
        onChange={take}
        ref={folder}
        type="file"
        {...wholeFolder}
      />
      <input
        accept=".json,.md,.markdown,.txt,.mdc,.cursorrules,.windsurfrules,.clinerules"
        aria-label={t('Files to import')}
        className={styles.input}
        multiple
        onChange={take}
        ref={files}
        type="file"
      />
    </div>
  );
}

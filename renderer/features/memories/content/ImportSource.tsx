import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { type Choice, filesOfDrop, filesOfInput } from './chosen-files.ts';
import styles from './ImportDialog.module.css';

interface ImportSourceProps {
  readonly onChoose: (choice: Choice) => void;
  /** A path on the machine that runs Weft. */
  readonly onFolder: (path: string) => void;
  readonly disabled: boolean;
  readonly error: string | undefined;
}

/** Where the documents come from: dropped, chosen, or a folder by its path. */
export function ImportSource({ onChoose, onFolder, disabled, error }: ImportSourceProps) {
  const [path, setPath] = useState('');
  return (
    <>
      <DropZone disabled={disabled} onChoose={onChoose} />
      <div className={styles.path}>
        <TextField
          label="Or the path of a folder, full or from the project"
          mono
          onChange={setPath}
          placeholder="docs/architecture"
          value={path}
        />
        <Button disabled={disabled || path.trim() === ''} onPress={() => onFolder(path.trim())}>
          Check folder
        </Button>
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Not in React's types: makes the input choose a folder with all that is in it. */
const wholeFolder = { webkitdirectory: '' };

function DropZone({ disabled, onChoose }: Pick<ImportSourceProps, 'disabled' | 'onChoose'>) {
  const [isOver, setOver] = useState(false);
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files && event.target.files.length > 0) onChoose(filesOfInput(event.target.files));
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
    if (!disabled)
      void filesOfDrop(event.dataTransfer).then(choice => choice.files.length > 0 && onChoose(choice));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the buttons inside are the others.
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragLeave={() => setOver(false)}
      onDragOver={hover}
      onDrop={drop}
    >
      <p>Drop a folder or files here. Markdown and text are taken; hidden folders are not.</p>
      <div className={styles.actions}>
        <Button
          disabled={disabled}
          icon={FolderOpen}
          onPress={() => folder.current?.click()}
          variant="primary"
        >
          Choose folder
        </Button>
        <Button disabled={disabled} onPress={() => files.current?.click()}>
          Choose files
        </Button>
      </div>
      <input
        aria-label="Folder to import"
        className={styles.input}
        multiple
        onChange={take}
        ref={folder}
        type="file"
        {...wholeFolder}
      />
      <input
        accept=".md,.markdown,.txt"
        aria-label="Files to import"
        className={styles.input}
        multiple
        onChange={take}
        ref={files}
        type="file"
      />
    </div>
  );
}

import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ImportFile, useDialog } from '../../stores/dialogs.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import styles from './DropImport.module.css';
import { droppedEntries } from './dropped-entries.ts';

/** Takes files and folders dropped anywhere that no part of the studio claims for itself. */
export function DropImport({ onFiles }: { readonly onFiles: (files: readonly ImportFile[]) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      const claimed = event.defaultPrevented;
      if (!isFileDrag(event)) return;
      // Without this the page would be left for the file.
      event.preventDefault();
      setOver(!claimed);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isFileDrag(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.dataTransfer) return;
      const { dialog } = useDialog.getState();
      // What is typed there would be gone.
      if (dialog !== undefined && dialog.kind !== 'import')
        return showToast({ message: t('A window is open. Drop these files again once it is closed.') });
      readEntries(droppedEntries(event.dataTransfer)).then(
        files => files.length > 0 && onFiles(files),
        showError,
      );
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div className={styles.veil}>
      <p className={styles.text}>
        <FileInput aria-hidden size={20} /> {t('Drop files or folders to import them')}
      </p>
    </div>
  );
}

/** Loaded with the first drop: most sessions see none. */
async function readEntries(entries: readonly FileSystemEntry[]): Promise<readonly ImportFile[]> {
  const { filesOfEntries } = await import('./chosen-files.ts');
  return filesOfEntries(entries);
}

function isFileDrag(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

import { useEffect } from 'react';
import { escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';
import { selectHasUnsaved, useDocuments } from '../../stores/documents.ts';
import { selectName, useProject } from '../../stores/project.ts';
import { useSettled } from '../../stores/use-settled.ts';

/** Project and unsaved work in the title of window and tab. */
export function useDocumentTitle(): void {
  // A new title costs the browser milliseconds; it follows what was typed.
  const isUnsaved = useSettled(useDocuments, selectHasUnsaved);
  const name = useProject(selectName);
  useEffect(() => {
    document.title = [
      isUnsaved ? '• ' : '',
      name === undefined ? '' : `${escapeInvisibleLine(name)} – `,
      'Weft',
    ].join('');
  }, [isUnsaved, name]);
  useEffect(
    () => () => {
      document.title = 'Weft';
    },
    [],
  );
}

import { FileWarning } from 'lucide-react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface BrokenDocumentProps {
  readonly problem: {
    readonly file: string;
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly reason: string;
  };
  /** Leads to where all that is wrong is told. */
  readonly onShow: () => void;
}

/** Stands where a document was whose file cannot be read any more: where and why, and what to do. */
export function BrokenDocument({ problem, onShow }: BrokenDocumentProps) {
  const { file, line, column, reason } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return (
    <EmptyState
      actions={
        <Button onPress={onShow} variant="primary">
          {t('Show in Problems')}
        </Button>
      }
      icon={FileWarning}
      title={t('{file} cannot be read', { file: file.slice(file.lastIndexOf('/') + 1) })}
    >
      {t(
        '{place}: {reason} Until it is mended it counts for nothing. Mend it in any editor, or bring its last version back from git: it is shown again as soon as the file is saved.',
        { place, reason },
      )}
    </EmptyState>
  );
}

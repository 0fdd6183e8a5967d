import { RotateCcw, Save, Trash2 } from 'lucide-react';
import { useProvideCommands } from '../../../stores/commands.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';

interface EditActionsProps {
  readonly noun: string;
  readonly isChanged: boolean;
  /** False while a value is not allowed. */
  readonly isValid: boolean;
  readonly onSave: () => Promise<void>;
  readonly onRevert: () => void;
  readonly onDelete: () => Promise<void>;
}

/** What can be done with an edited topic or entity. */
export function EditActions({ noun, isChanged, isValid, onSave, onRevert, onDelete }: EditActionsProps) {
  const canSave = isChanged && isValid;
  useProvideCommands({ 'document.save': { run: onSave, when: () => canSave } });
  return (
    <>
      <Button
        disabled={!canSave}
        icon={Save}
        keys="Mod+S"
        onPress={() => void onSave().catch(showError)}
        variant="primary"
      >
        {t('Save')}
      </Button>
      <Button disabled={!isChanged} icon={RotateCcw} onPress={onRevert}>
        {t('Revert')}
      </Button>
      <IconButton
        icon={Trash2}
        name={t('Delete {noun}', { noun })}
        onPress={() => void onDelete().catch(showError)}
      />
    </>
  );
}

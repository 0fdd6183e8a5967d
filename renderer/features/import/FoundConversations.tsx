import { closeDialog } from '../../stores/dialogs.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';

const mostNamed = 5;

/** Files that are conversations come in by themselves, with a report of their own. */
export function FoundConversations({ files }: { readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  const names = files.map(file => file.replace(/^.*[/\\]/, ''));
  const more = names.length - mostNamed;
  const show = () => {
    closeDialog();
    setWorkspace({ view: 'conversations' });
  };
  return (
    <Notice title={`${formatCounted(files.length, 'file')} with conversations`} tone="accent">
      <p>
        {`${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}: not imported here. `}
        The view of conversations has an import of its own.
      </p>
      <Button onPress={show}>Go to conversations</Button>
    </Notice>
  );
}

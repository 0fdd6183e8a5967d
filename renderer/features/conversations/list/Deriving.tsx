import { useEffect, useState } from 'react';
import { subscribe } from '../../../api/events.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { ListNote } from '../../../ui/ListPanel.tsx';
import { selectReading, useConversationsView } from '../conversations-view.ts';

const pauseMs = 100;

/** What imported conversations still wait for, as it becomes less. */
export function Deriving() {
  const reading = useConversationsView(selectReading);
  const [steps, setSteps] = useState(0);
  useEffect(
    () => subscribe(({ event }) => event === 'documents:embedding' && setSteps(count => count + 1)),
    [],
  );
  const { output } = useAnswer('conversations.progress', {}, reading + steps, pauseMs);
  if (output === undefined || output.texts + output.conversations === 0) return null;
  const { texts, conversations, working } = output;
  const parts = [
    ...(conversations > 0 ? [`topics of ${formatCounted(conversations, 'conversation')}`] : []),
    ...(texts > 0 ? [`search by meaning in ${formatCounted(texts, 'message')}`] : []),
  ];
  return (
    <ListNote>
      <span role="status">
        {working ? 'Being made' : 'Still to be made'}: {parts.join(', ')}.
      </span>
    </ListNote>
  );
}

/** Something said in a conversation, as transcripts write it: `[when] who: what`. */
interface Turn {
  readonly when: string;
  readonly speaker: string;
  readonly text: string;
}

const turnForm = /^\[([^\]\n]{1,80})\] ([^:\n]{1,60}): ([\s\S]*)$/;

/** The parts of a text that is one turn, what was said with all its white space; undefined for any other text. */
export function turnOf(text: string): Turn | undefined {
  const [, when, speaker, said] = turnForm.exec(text) ?? [];
  return when === undefined || speaker === undefined || said === undefined || said.trim() === ''
    ? undefined
    : { when, speaker, text: said };
}

/** What of a chunk is embedded: of a turn what was said, since date and name would make all turns of a person alike. */
export const embeddedText = (content: string): string => turnOf(content)?.text.trim() ?? content;

import { inSentence } from '../../texts/texts.ts';

/** What a button's words are as the name of the step that it does: the ids in them stay as they are. */
export const stepName = (label: string): string => inSentence(label.slice(0, 1)) + label.slice(1);

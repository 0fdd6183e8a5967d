import { german } from '../../shared/texts/german.ts';
import type { Dictionary } from '../../shared/texts/texts.ts';

/** What a page in German loads before its first view. */
export const dictionary: Dictionary = german;

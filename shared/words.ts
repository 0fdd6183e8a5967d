/** As in "an engine". */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** With a large letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

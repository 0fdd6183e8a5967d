// What could start or end a block of the frame when it stands at the start of a line, up to three spaces in:
// headings, underlines of headings, fences, and HTML, whose comments could swallow what follows.
const blockStart = /^( {0,3})(?=#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|`{3}|~{3}|<[!?/A-Za-z])/gm;

/** A text that opens or closes nothing of the Markdown around it (A8, T17): a backslash makes such starts literal. */
export function escapeMarkdownBlocks(text: string): string {
  return text.replace(blockStart, '$1\\');
}

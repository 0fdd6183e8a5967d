import type { AuditRule, Found } from '../audit-ground.ts';
import { sentencesOf } from '../passages.ts';
import { textMark } from '../text-mark.ts';

const endings =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|json|md|mdx|sql|py|go|rs|java|kt|rb|php|cs|cpp|cc|hpp|swift|css|scss|html|vue|svelte|yml|yaml|toml|sh|proto|graphql|tf';
/** A path with a folder and an ending; addresses, patterns and places to fill in are none. */
const path = new RegExp(
  `(?<![\\w./:@*<{-])(?:\\.\\/)?((?:[\\w@.-]+\\/)+[\\w@.-]+\\.(?:${endings}))(?![\\w/*>}])`,
  'g',
);
/** A name of code in backticks: a call, or a word with a hump or an underscore. */
const symbol = /`([A-Za-z_$][\w$]*)(\(\))?`/g;
const isTelling = (name: string): boolean => /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[a-z]\d*[A-Z]/.test(name);

/** What a text names and the project does not have any more. */
export const stale: AuditRule = {
  severity: 'warning',
  *find({ passages, names }) {
    const found: Found[] = [];
    for (const { memory, place, text } of passages) {
      for (const { from, to, text: said } of sentencesOf(text)) {
        yield;
        const gone = goneIn(said, names);
        if (gone === undefined) continue;
        found.push({
          memory_id: memory.id,
          place,
          message: `names ${gone}, which the project does not have`,
          mend: { do: 'cut', place, of: textMark(text), from, to },
          mend_label: 'Remove this sentence',
        });
      }
    }
    return found;
  },
};

function goneIn(
  text: string,
  { hasFile, hasSymbol }: Parameters<AuditRule['find']>[0]['names'],
): string | undefined {
  for (const [, file = ''] of text.matchAll(path)) if (hasFile(file) === false) return file;
  return symbolsIn(text).find(name => hasSymbol(name) === false);
}

/** Names of code that texts name, so that they can be looked for in one go. */
export function symbolsIn(text: string): string[] {
  return [...text.matchAll(symbol)].flatMap(([, name = '', call]) =>
    call !== undefined || isTelling(name) ? [name] : [],
  );
}

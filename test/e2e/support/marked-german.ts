import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Every German text gets marks around what it says itself: what is shown without them is data, or was said in another way. */
export async function markGerman(page: Page): Promise<void> {
  await page.route('**/assets/german-*.js', async route => {
    const answer = await route.fetch();
    const marked = (await answer.text()).replace(
      /export\{([\w$]+) as dictionary,([\w$]+) as told\}/,
      `const mark=text=>/\\p{L}/u.test(text)?"⟦"+text+"⟧":text,
      markPieces=text=>text.replace(/\\{(\\w+)\\|([^|}]*)\\|([^|}]*)\\}|\\{\\w+\\}|[^{]+/g,(piece,name,one,many)=>
        name!==undefined?"{"+name+"|"+mark(one)+"|"+mark(many)+"}":piece.startsWith("{")?piece:mark(piece)),
      marked=Object.fromEntries(Object.entries($1).map(([k,v])=>[k,markPieces(v)])),
      marking=say=>text=>{const said=say(text);return said===text?text:mark(said)},
      told={text:marking($2.text),sentence:marking($2.sentence)};export{marked as dictionary,told}`,
    );
    expect(marked).toContain('marking');
    await route.fulfill({ response: answer, body: marked });
  });
}

/** What of a text stands outside of the marks. */
export function unmarked(text: string): string[] {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '\0');
  }
  // Of a text that was cut, one part.
  return rest
    .replace(/⟦[^⟧]*$/, '')
    .replace(/^[^⟦]*⟧/, '')
    .split('\0')
    .map(piece => piece.trim())
    .filter(piece => /\p{L}{3}/u.test(piece));
}

/** The one program in JavaScript that a document shows. */
export function jsExample(document: string): string {
  const [found, ...others] = [...document.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  if (found === undefined || others.length > 0) throw new Error('there is not just one program');
  return found;
}

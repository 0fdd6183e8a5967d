const exact: ReadonlySet<string> = new Set([
  'credential',
  'credentials',
  'false',
  'mypassword',
  'my-password',
  'mysecret',
  'my-secret',
  'nil',
  'none',
  'not-set',
  'notset',
  'null',
  'optional',
  'pass',
  'password',
  'passwd',
  'pwd',
  'required',
  'secret',
  'string',
  'token',
  'true',
  'undefined',
]);

const shapes: readonly RegExp[] = [
  /^(?:<[^>]*>|\[[^\]]*\]|%[A-Za-z_]\w*%|\$[A-Za-z_]+)$/, // <your-key>, [REDACTED:..], %TOKEN%, $TOKEN
  /[$#]\{|\{\{|<%/, // ${TOKEN}, #{token}, {{ token }}: something is filled in
  /^(?:process\.env|import\.meta\.env|os\.(?:environ|getenv)|env|ENV|System\.getenv|secrets|vault|ssm|op):?[./[(:]/,
  /(?:change|replace|fill|update)[-_ ]?(?:me|this|it|with)/i,
  /^(?:your|my|the|some|an?|insert|enter|put|add|paste|use)[-_ ][a-z_ -]+$/i,
  /(?:[-_ ]here|placeholder|redacted|example|dummy|goes[-_ ]here)$/i,
  /^(?:todo|tbd|fixme|example|placeholder|redacted|sample|dummy|foo|bar)(?![A-Za-z])/i,
];

/** Nobody writes a longer one, and a shape that repeats keeps something for each character. */
const longest = 4096;

/** True for what stands where a secret would: `<your-key>`, `xxx`, `changeme`, `${TOKEN}`, `process.env.TOKEN`. */
export function isPlaceholder(value: string): boolean {
  const trimmed = value.trim();
  if (trimmed.length > longest) return isMonotonous(trimmed);
  return (
    exact.has(trimmed.toLowerCase()) || isMonotonous(trimmed) || shapes.some(shape => shape.test(trimmed))
  );
}

/** True when a text is made of one or two characters: `xxxxxxxx`, `********`, `-.-.-.-.`, `0000`. */
export function isMonotonous(value: string): boolean {
  const characters = new Set<string>();
  for (const character of value.toLowerCase()) if (characters.add(character).size > 2) return false;
  return true;
}

/** The key of an endpoint, and the token of `weft serve`: whoever holds one can act for the user. */
const isSecret = (name: string): boolean => /^WEFT_(?:TOKEN|\w+_KEY)$/i.test(name);

/** The environment for a program that is not Weft: everything but Weft's own secrets, which its children would inherit too. */
export function childEnvironment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name)));
}

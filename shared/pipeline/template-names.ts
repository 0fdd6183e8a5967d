/** `${name}`, or an escaped `$${`, which is matched first so that what follows it stays as it is. */
export const templatePattern = /\$\$\{|\$\{([^{}]+)\}/g;

/** All names that the texts of a value ask for in templates, at any depth, each once. */
export function templateNames(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(templatePattern)].flatMap(([, name]) => name?.trim() ?? []);
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(templateNames))];
}

/** `${name}`, or an escaped `$${`, which is matched first so that what follows it stays as it is. */
export const templatePattern = /\$\$\{|\$\{([^{}]+)\}/g;

/** All names that the texts of a value ask for in templates, at any depth, each once. */
export function templateNames(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(templatePattern)].flatMap(([, name]) => name?.trim() ?? []);
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(templateNames))];
}

/** The value with template names replaced where `rename` gives another; the very same value when none is. */
export function mapTemplateNames(value: unknown, rename: (name: string) => string | undefined): unknown {
  if (!templateNames(value).some(name => rename(name) !== undefined)) return value;
  if (typeof value === 'string')
    return value.replace(templatePattern, (whole, name: string | undefined) => {
      const renamed = name === undefined ? undefined : rename(name.trim());
      return renamed === undefined ? whole : `\${${renamed}}`;
    });
  if (Array.isArray(value)) return value.map(element => mapTemplateNames(element, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapTemplateNames(inner, rename)]),
  );
}

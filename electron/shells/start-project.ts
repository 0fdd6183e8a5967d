/** Which project the desktop shell starts with. */
export type StartProject =
  | { readonly kind: 'none' }
  | { readonly kind: 'sample'; readonly path?: string }
  | { readonly kind: 'project'; readonly path: string };

/** Reads the command line of the desktop shell: `--sample`, `--sample=<absolute path>`, or `--project=<absolute path>`. Other switches are Electron's. */
export function readStartProject(argv: readonly string[]): StartProject {
  if (argv.includes('--sample')) return { kind: 'sample' };
  const behind = (prefix: string) => argv.find(value => value.startsWith(prefix))?.slice(prefix.length);
  const sample = behind('--sample=');
  if (sample !== undefined && sample !== '') return { kind: 'sample', path: sample };
  const path = behind('--project=');
  return path === undefined || path === '' ? { kind: 'none' } : { kind: 'project', path };
}

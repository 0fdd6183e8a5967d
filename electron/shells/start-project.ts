/** Which project the desktop shell starts with. */
export type StartProject =
  | { readonly kind: 'none' }
  | { readonly kind: 'sample' }
  | { readonly kind: 'project'; readonly path: string };

/** Reads the command line of the desktop shell: `--sample`, or `--project=<absolute path>`. Other switches are Electron's. */
export function readStartProject(argv: readonly string[]): StartProject {
  if (argv.includes('--sample')) return { kind: 'sample' };
  const prefix = '--project=';
  const path = argv.find(value => value.startsWith(prefix))?.slice(prefix.length);
  return path === undefined || path === '' ? { kind: 'none' } : { kind: 'project', path };
}

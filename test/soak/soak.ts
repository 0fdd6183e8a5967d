/**
 * `npm run soak -- [PART] [options]`: what takes too long for `npm test`. Each part says where it stands what it does and
 * takes; without one it is `server`. The last line is one JSON object.
 */
const parts: Readonly<Record<string, () => Promise<{ readonly pass: boolean }>>> = {
  server: async () => (await import('./soak-server.ts')).soakServer(),
  host: async () => (await import('./soak-host.ts')).soakHost(),
  hook: async () => (await import('./soak-hook.ts')).soakHook(),
  doors: async () => (await import('./soak-host.ts')).soakDoors(),
};

async function run(given = ''): Promise<void> {
  const part = given === '' || given.startsWith('-') ? 'server' : given;
  const soak = parts[part];
  if (soak === undefined) {
    process.stderr.write(`no part "${part}"; there are: ${Object.keys(parts).join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  const result = await soak();
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = result.pass ? 0 : 1;
}

void run(process.argv[2]);

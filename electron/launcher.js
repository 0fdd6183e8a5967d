#!/usr/bin/env node
// Plain JavaScript that an old Node can read: it becomes `dist/cli.js`, and hands over to a Node that is new enough.
const needed = [22, 14];
const command = new URL('./command.js', import.meta.url);

const isReady = isNewEnough(process.versions.node);
// Loaded where it is needed: every command waits for what stands above.
const load = name => (isReady ? {} : import(name));
const { spawn } = await load('node:child_process');
const { existsSync } = await load('node:fs');
const { delimiter, dirname, join } = await load('node:path');
const { fileURLToPath } = await load('node:url');

if (isReady) await import(command.href);
else await handOver(await findNode());

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}

/** The Node that came with Weft, else the first on the PATH that is new enough. */
async function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH || '').split(delimiter).filter(Boolean);
  const places = [
    process.env.WEFT_NODE,
    await nodeOfPackage(name),
    ...folders.map(folder => join(folder, name)),
  ];
  for (const place of new Set(places))
    if (place && place !== process.execPath && existsSync(place) && (await answersNew(place))) return place;
  return undefined;
}

/** The package `node`, wherever npm has put it. */
async function nodeOfPackage(name) {
  try {
    const { createRequire } = await import('node:module');
    const found = createRequire(import.meta.url).resolve('node/package.json');
    return join(dirname(found), 'bin', name);
  } catch {
    return undefined;
  }
}

function start(node, values, options) {
  return spawn(node, values, options);
}

/** Whether a Node is new enough; it is asked without what the environment says, which is not its matter yet. */
function answersNew(node) {
  return new Promise(resolve => {
    let version = '';
    const child = start(node, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: 5000 });
    child.stdout.on('data', text => {
      version += String(text);
    });
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(isNewEnough(version.trim().replace(/^v/, ''))));
  });
}

/** Its input and output are this process's own, so that what speaks a protocol there hears no difference. */
async function handOver(node) {
  const { isatty } = await import('node:tty');
  if (node === undefined) {
    process.stderr.write(
      `weft: Node ${process.versions.node} is too old, and no Node ${needed.join('.')} or newer was found; ` +
        'run "npm ci" in the folder of Weft, which brings one, or name one as WEFT_NODE\n',
    );
    process.exit(3);
  }
  const child = start(node, [fileURLToPath(command), ...process.argv.slice(2)], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // A terminal tells these to both; heard twice, they would cut short what the first began.
  const told = [0, 1, 2].some(stream => isatty(stream)) ? ['SIGINT', 'SIGHUP'] : [];
  for (const signal of signals) process.on(signal, () => told.includes(signal) || child.kill(signal));
  child.on('error', error => {
    process.stderr.write(`weft: ${node} does not start: ${error.message}\n`);
    process.exit(3);
  });
  child.on('close', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal === null) process.exit(code === null ? 3 : code);
    process.kill(process.pid, signal);
  });
}

#!/usr/bin/env node
// Plain JavaScript that an old Node can read: it becomes `dist/cli.cjs`, and hands over to a Node that is new enough.
// It is no module, which loads a millisecond sooner.
'use strict';

const needed = [22, 14];
// Hooks are short, and one process instead of two.
const neededByHooks = [20, 0];

// What a hook is for, all of Weft says.
const asksHelp = process.argv.slice(3).some(value => value === '--help' || value === '-h');
const isHook = process.argv[2] === 'hook' && !asksHelp;
const least = isHook ? neededByHooks : needed;

if (isNewEnough(process.versions.node, least)) {
  if (isHook) runHook();
  else import('./command.js');
} else {
  if (isHook) stayOutOfTheWay();
  findNode().then(node => (node === undefined ? giveUp() : handOver(node)));
}

/** Whatever is wrong with it is not in the way of an agent. */
function runHook() {
  try {
    require('./hook.cjs');
  } catch {
    process.exit(0);
  }
}

/** Before a hook is handed over: an agent waits a second at most, and an answer that failed is none. */
function stayOutOfTheWay() {
  process.on('uncaughtException', () => process.exit(0));
  setTimeout(() => process.exit(0), 1000);
}

function isNewEnough(version, [leastMajor, leastMinor]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The Node that came with Weft, else the first on the PATH that is new enough. */
async function findNode() {
  const { existsSync } = require('node:fs');
  const { delimiter, join } = require('node:path');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH || '').split(delimiter).filter(Boolean);
  const places = [process.env.WEFT_NODE, nodeOfPackage(name), ...folders.map(folder => join(folder, name))];
  for (const place of new Set(places))
    if (place && place !== process.execPath && existsSync(place) && (await answersNew(place))) return place;
  return undefined;
}

/** The package `node`, wherever npm has put it. */
function nodeOfPackage(name) {
  const { dirname, join } = require('node:path');
  try {
    return join(dirname(require.resolve('node/package.json')), 'bin', name);
  } catch {
    return undefined;
  }
}

function start(node, values, options) {
  const { spawn } = require('node:child_process');
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
    child.on('close', () => resolve(isNewEnough(version.trim().replace(/^v/, ''), least)));
  });
}

function giveUp() {
  if (isHook) process.exit(0);
  const { existsSync } = require('node:fs');
  const { join } = require('node:path');
  const least = `Node ${needed.join('.')} or newer`;
  // An installed Weft is no folder in which packages could be installed.
  const isSource = existsSync(join(__dirname, '..', 'package-lock.json'));
  const instead = isSource ? 'run "npm ci" in the folder of Weft, which brings one' : `install ${least}`;
  process.stderr.write(
    `weft: Node ${process.versions.node} is too old, and no ${least} was found; ${instead}, or name one as WEFT_NODE\n`,
  );
  process.exit(3);
}

/** Its input and output are this process's own, so that what speaks a protocol there hears no difference. */
function handOver(node) {
  const { isatty } = require('node:tty');
  const program = require('node:path').join(__dirname, isHook ? 'hook.cjs' : 'command.js');
  const child = start(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (isHook) return followHook(child);
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

/** A hook says with 2 that the agent is to hold; whatever else becomes of it is no matter of the agent. */
function followHook(child) {
  process.on('exit', () => child.kill('SIGKILL'));
  child.on('error', () => process.exit(0));
  child.on('close', code => process.exit(code === 2 ? 2 : 0));
}

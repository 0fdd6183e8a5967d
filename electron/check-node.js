// Plain JavaScript, loaded before everything else: an old Node cannot even read the TypeScript that follows.
const needed = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `weft: Node ${process.versions.node} is too old, ${needed.join('.')} or newer is needed; ` +
      'run "npm ci" and start Weft through npm ("npm start", "npm run weft -- ..."), which brings its own Node 24.\n',
  );
  process.exit(3);
}

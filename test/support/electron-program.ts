import { registerHooks } from 'node:module';
import { standIn } from './electron-stand-in.ts';

/**
 * Loaded before `dist/main.js` (`node --import`), it makes a program of the desktop without Electron's binary: the
 * stand-in is what it imports, a signal makes it quit as Electron does, and it ends when it has said so.
 */
const place = new URL('./electron-stand-in.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: place, shortCircuit: true } : next(name, context),
});

process.once('SIGTERM', () => standIn.emitApp('will-quit', { preventDefault: () => {} }));
setInterval(() => {
  if (['app.quit', 'app.exit'].some(name => standIn.valuesOf(name).length > 0)) process.exit(0);
}, 20);

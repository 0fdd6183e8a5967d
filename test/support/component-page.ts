import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../../renderer/ui/tokens.css';
import '../../renderer/ui/base.css';
import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';

// The pointer stays where the last test left it, and would rest on what the next one shows there.
beforeEach(() => page.elementLocator(document.documentElement).hover({ position: { x: 1279, y: 719 } }));

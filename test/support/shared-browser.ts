import { type Browser, chromium } from 'playwright';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { browserLaunch, forShortPages } from './find-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly browserEndpoint: string;
  }
}

/** Vitest's global setup: one Chromium for all files, each with contexts of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(browserLaunch(forShortPages));
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}

/** What closes it takes its own contexts away and leaves it to others. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

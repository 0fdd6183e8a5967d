import { call } from '../api/call.ts';
import { type Lost, lostNow, onLost } from '../api/connection.ts';
import { openWindows, ownWindow } from './browser-drafts.ts';
import { namesOf } from './document-names.ts';
import { useDocuments } from './documents.ts';
import { flushDraft } from './drafts.ts';
import { useInterruptions } from './interruptions.ts';
import { reloadPage } from './leave-page.ts';
import { loadProject, refreshOpen, useProject } from './project.ts';
import { dismissToast, showError, useToasts } from './toasts.ts';
import type { UnsavedDocument } from './unsaved-documents.ts';
import { settling } from './use-settled.ts';

/** A pause between two looks that is so long was none: the machine slept. */
const lookMs = 10_000;
const sleptMs = 30_000;

/**
 * As long as the page lives: notes that the shell does not answer it, and takes up again as soon as it does, also after
 * the machine slept. `enter` exchanges the code of an address that is opened later.
 */
export function followConnection(enter: () => Promise<void>): void {
  onLost(lost => {
    useInterruptions.setState({ lost });
    if (lost === undefined)
      takeUpAgain().catch(() => undefined); // a call that fails tells by itself
    else dismissSame(lost);
  });
  // A printed address that is opened in this very tab changes the hash alone, which loads nothing.
  const takeCode = () => {
    enter().then(askAgain).catch(showError);
  };
  window.addEventListener('hashchange', takeCode);
  if (window.location.hash.startsWith('#code=')) takeCode();
  followSleep();
  followOtherWindows();
}

/** Asks whether somebody answers by now; the answer tells everybody. */
export async function askAgain(): Promise<void> {
  await call('project.info', {});
}

/** Whoever failed for the same reason, before it was known, said the same. */
function dismissSame({ message }: Lost): void {
  for (const toast of useToasts.getState().toasts) if (toast.message === message) dismissToast(toast.id);
}

function followSleep(): void {
  const last = { lookedAt: Date.now() };
  setInterval(() => {
    const pauseMs = Date.now() - last.lookedAt;
    last.lookedAt = Date.now();
    // What it slept through, nobody told it.
    if (pauseMs > sleptMs && lostNow() === undefined) takeUpAgain().catch(() => undefined); // a call that fails tells by itself
  }, lookMs);
}

/** Reads what was never read; another project than before is another page. */
async function takeUpAgain(): Promise<void> {
  const { status, info } = useProject.getState();
  if (status !== 'ready') return loadProject();
  const { path } = await call('project.info', {});
  if (path !== info?.path) return reloadPage();
  await flushDraft();
  await refreshOpen();
}

/** What a window of this browser tells the others. */
interface Editing {
  readonly window: string;
  readonly project: string;
  /** Kind and id of what it has not saved. */
  readonly unsaved: readonly string[];
  /** A window that has just come asks the others. */
  readonly isAsking?: boolean;
}

const channelName = 'weft-editing';
const keyOf = ({ kind, id }: Pick<UnsavedDocument, 'kind' | 'id'>): string => `${kind}/${id}`;

/** As long as the page lives: notes in the interruptions what is edited, and not saved, in another window as well. */
function followOtherWindows(): void {
  const channel = new BroadcastChannel(channelName);
  const others = new Map<string, Editing>();
  const told = { unsaved: '' };
  const tell = async (more: { readonly isAsking?: boolean } = {}) => {
    const project = useProject.getState().info?.path ?? '';
    const unsaved = useDocuments.getState().unsaved.map(keyOf);
    channel.postMessage({ window: await ownWindow(), project, unsaved, ...more } satisfies Editing);
  };
  const compare = async () => {
    const open = await openWindows();
    const project = useProject.getState().info?.path;
    const elsewhere = new Set(
      [...others.values()]
        .filter(other => other.project === project && open.has(other.window))
        .flatMap(({ unsaved }) => unsaved),
    );
    const both = useDocuments.getState().unsaved.filter(one => elsewhere.has(keyOf(one)));
    const names = namesOf(both.filter(({ kind }) => kind !== 'layouts'));
    if (names.join('\n') !== useInterruptions.getState().editedElsewhere.join('\n'))
      useInterruptions.setState({ editedElsewhere: names });
  };
  const follow = () => {
    const unsaved = useDocuments.getState().unsaved.map(keyOf).join('\n');
    if (unsaved === told.unsaved) return;
    told.unsaved = unsaved;
    void tell();
    void compare();
  };
  channel.onmessage = ({ data }: MessageEvent<Editing>) => {
    others.set(data.window, data);
    if (data.isAsking === true) void tell();
    void compare();
  };
  useDocuments.subscribe(() => settling.later(follow));
  void tell({ isAsking: true });
}

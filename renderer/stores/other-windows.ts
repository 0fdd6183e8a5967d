import { openWindows, ownWindow } from './browser-drafts.ts';
import { namesOf } from './document-names.ts';
import { useDocuments } from './documents.ts';
import { useInterruptions } from './interruptions.ts';
import { useProject } from './project.ts';
import type { UnsavedDocument } from './unsaved-documents.ts';
import { settling } from './use-settled.ts';

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
export function followOtherWindows(): void {
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

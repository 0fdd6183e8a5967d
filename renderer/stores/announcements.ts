import { create } from 'zustand';

interface Announcement {
  readonly text: string;
  /** Another number is another announcement, also of the same words. */
  readonly number: number;
}

/** The last thing said to those who do not see what happened; one live region of the frame reads it out. */
export const useAnnouncement = create<Announcement>()(() => ({ text: '', number: 0 }));

/** Says what the page shows and the focus does not tell, such as where something was moved to. */
export function announce(text: string): void {
  useAnnouncement.setState(({ number }) => ({ text, number: number + 1 }));
}

import { create } from 'zustand';
import { messageOf } from '../../shared/contract/errors.ts';
import { lostNow } from '../api/connection.ts';
import { told } from '../texts/texts.ts';

/** A message about something the user is not looking at. */
interface Toast {
  readonly id: string;
  readonly kind: 'info' | 'error';
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToastInput {
  readonly message: string;
  readonly kind?: Toast['kind'];
  readonly action?: Toast['action'];
}

/** Errors stay until dismissed, so that they can be read; the rest leaves by itself. */
const infoLifeMs = 6000;
const mostOfAKind = 4;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Shows a message; one with the same text replaces the older one. */
export function showToast({ message, kind = 'info', action }: ToastInput): void {
  // That nobody answers is said in one place, whatever failed because of it.
  if (message === lostNow()?.message) return;
  const toast: Toast = { id: crypto.randomUUID(), kind, message, ...(action && { action }) };
  useToasts.setState(({ toasts }) => {
    const others = toasts.filter(other => other.message !== message);
    const [tooOld] = others.filter(other => other.kind === kind).slice(0, 1 - mostOfAKind);
    return { toasts: [...others.filter(other => other !== tooOld), toast] };
  });
  if (kind === 'info') setTimeout(() => dismissToast(toast.id), infoLifeMs);
}

export function dismissToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }));
}

/** Tells the user in one sentence what went wrong. */
export function showError(error: unknown): void {
  // Neither is that a part of the page could not be fetched from whoever does not answer.
  if (lostNow() !== undefined && isUnloaded(error)) return;
  showToast({ kind: 'error', message: told(messageOf(error)) });
}

/** As Chromium, Firefox and Safari say it, and what loads the styles of a part. */
const isUnloaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script|Unable to preload/.test(error.message);

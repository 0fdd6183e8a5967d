import type { DocumentChanges, EvaluationUpdate } from '../worker/protocol.ts';
import type { Told } from './document-changes.ts';

interface ExchangeParts {
  readonly post: (changes: DocumentChanges) => void;
  readonly take: (update: EvaluationUpdate) => void;
  /** The page's own answer, where it has one at once. */
  readonly answerAtOnce: (told: Told, now: Told) => EvaluationUpdate | undefined;
  readonly later: (send: () => void) => void;
}

interface Exchange {
  /** Edits, as they come. */
  readonly tell: (changes: DocumentChanges, told: Told, now: Told) => void;
  /** What the worker answers, once for each message. */
  readonly hear: (update: EvaluationUpdate) => void;
  /** Sends what was answered at once and waits. */
  readonly send: () => void;
}

/**
 * Who answers which edit. Every edit goes to the worker, in order. What the page has answered itself may go later, and
 * the worker's answer to it, which says the same, is passed over. While an answer of the worker is on its way, the page
 * leaves all others to it: an older answer must not come after a newer one.
 */
export function createExchange({ post, take, answerAtOnce, later }: ExchangeParts): Exchange {
  const unanswered: ('page' | 'worker')[] = [];
  const unsent: DocumentChanges[] = [];
  const send = () => {
    for (const changes of unsent.splice(0)) post(changes);
  };
  return {
    send,
    hear(update) {
      if (unanswered.shift() === 'worker') take(update);
    },
    tell(changes, told, now) {
      const update = unanswered.includes('worker') ? undefined : answerAtOnce(told, now);
      unanswered.push(update ? 'page' : 'worker');
      unsent.push(changes);
      if (update) {
        take(update);
        later(send);
      } else send();
    },
  };
}

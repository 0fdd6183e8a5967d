import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';

/** A thread that answers questions, each with one reply. */
export interface AskingThread<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** What goes to the thread and what comes back; `id` joins the two. */
export interface ThreadQuestion<Question> {
  readonly id: number;
  readonly question: Question;
}
export type ThreadReply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: string };

interface WaitingQuestion<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread; it keeps the process alive only while an answer is due. `name` is what it is, for its failures. */
export function startAskingThread<Question, Answer>(
  program: URL,
  name: string,
): AskingThread<Question, Answer> {
  const worker = new Worker(program);
  worker.unref();
  const waiting = new Map<number, WaitingQuestion<Answer>>();
  let lastId = 0;
  const take = (id: number): WaitingQuestion<Answer> | undefined => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    return entry;
  };
  const failAll = (error: unknown) => {
    for (const id of [...waiting.keys()]) take(id)?.reject(error);
  };
  worker.on('message', (reply: ThreadReply<Answer>) => {
    const entry = take(reply.id);
    if ('answer' in reply) entry?.resolve(reply.answer);
    else entry?.reject(new AppError('internal', `${name} failed: ${reply.failure}`));
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new AppError('internal', `${name} stopped`)));
  return {
    ask: question =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: lastId, question } satisfies ThreadQuestion<Question>);
      }),
    async close() {
      await worker.terminate();
    },
  };
}

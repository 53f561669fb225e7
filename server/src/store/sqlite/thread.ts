/** Threads with connections to SQLite files: what is asked of them, their answers and their errors. One serves all stores of the process. */
import { Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { thrownAs, thrownError, type Thrown } from './thrown.ts';
import { StoreUnavailable } from '../faults/unavailable.ts';

/** A question with its number; `id` 0 is not answered. */
interface Numbered<Question> {
  id: number;
  question: Question;
}

type Answered<Answer> = { id: number } & ({ answer: Answer } | { thrown: Thrown });

/** The thread has ended before it has answered: whether it did what was requested nobody knows. */
export class ThreadEnded extends StoreUnavailable {}

interface ThreadOptions {
  /** As the system shows it among the threads of the process. */
  name: string;
  program: URL;
  resourceLimits: ResourceLimits;
}

/** The thread, seen from the event loop's own. */
export class Thread<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #last = 0;
  #ended: ThreadEnded | undefined;

  constructor({ name, program, resourceLimits }: ThreadOptions) {
    this.#worker = new Worker(program, { name, resourceLimits });
    this.#worker.on('message', (answered: Answered<Answer>) => this.#hear(answered));
    for (const event of ['error', 'messageerror'] as const) this.#worker.on(event, (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`its thread ended with ${code}`)));
    // It keeps no process alive, except while somebody waits. Whoever begins to listen undoes it.
    this.#worker.unref();
  }

  get isRunning(): boolean {
    return this.#ended === undefined;
  }

  /** Does not wait, and hears of no error. */
  tell(question: Question): void {
    this.#worker.postMessage({ id: 0, question } satisfies Numbered<Question>);
  }

  /** Rejects with what was thrown there, or with ThreadEnded. */
  ask(question: Question): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#last;
    const waiting = Promise.withResolvers<Answer>();
    this.#worker.postMessage({ id, question } satisfies Numbered<Question>);
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    return waiting.promise;
  }

  #hear(answered: Answered<Answer>): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(thrownError(answered.thrown));
  }

  #end(cause: unknown): void {
    this.#ended ??= new ThreadEnded(cause);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
  }
}

/** One thread of a program at a time; where it has ended, the next one who needs it gets another. */
export function threadOf<Question, Answer>(options: ThreadOptions): () => Thread<Question, Answer> {
  let thread: Thread<Question, Answer> | undefined;
  return () => {
    if (!thread?.isRunning) thread = new Thread(options);
    return thread;
  };
}

let stores = 0;

/** One store, open in the thread that works for it. `opening`: what tells a thread to open it, under its number. */
export class ThreadStore<Question, Answer> {
  readonly number = ++stores;
  readonly #running: () => Thread<Question, Answer>;
  readonly #opening: (store: number) => Question;
  #thread: Thread<Question, Answer>;

  constructor(running: () => Thread<Question, Answer>, opening: (store: number) => Question) {
    this.#running = running;
    this.#opening = opening;
    // At once: loading the thread's program takes longer than what is asked of it.
    this.#thread = running();
    this.#thread.tell(opening(this.number));
  }

  /** The thread that was last taken; it may have ended since. */
  get taken(): Thread<Question, Answer> {
    return this.#thread;
  }

  /** The thread that runs now; one that is new hears of the store first. */
  take(): Thread<Question, Answer> {
    const now = this.#running();
    if (this.#thread !== now) now.tell(this.#opening(this.number));
    this.#thread = now;
    return now;
  }

  /** Asks the thread that was last taken, unless it has ended: with it went all that it had open. */
  async askIfRunning(question: Question): Promise<void> {
    if (this.#thread.isRunning) await this.#thread.ask(question);
  }
}

/** The other side: answers what comes in, in the thread itself. */
export function answerAt<Question, Answer>(port: MessagePort, answer: (question: Question) => Answer | Promise<Answer>): void {
  const failed = (id: number, error: unknown): void => port.postMessage({ id, thrown: thrownAs(error) } satisfies Answered<Answer>);
  port.on('message', ({ id, question }: Numbered<Question>) => {
    try {
      const result = answer(question);
      if (id === 0) return;
      if (result instanceof Promise)
        result.then(
          (value: Answer) => port.postMessage({ id, answer: value } satisfies Answered<Answer>),
          (error: unknown) => failed(id, error),
        );
      else port.postMessage({ id, answer: result } satisfies Answered<Answer>);
    } catch (error) {
      failed(id, error);
    }
  });
}

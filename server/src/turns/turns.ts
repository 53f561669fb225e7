/**
 * The event loop is shared: so that sockets, timers and requests have their turn (architecture rule 8: blocked at most 20 ms), work on many
 * items makes way after a stretch. SQLite lists and writes in threads of its own (store/sqlite); single rows it reads
 * here. What nobody waits for, such as a sweep of a large cloud, is done in the background: it stands back while somebody is served.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of work at a stretch. The statement that exceeds it ends before the turn does. */
const STRETCH_MS = 4;
const READING_MS = 6;
/** An answer takes several turns after its last reading. Until so many milliseconds after one, other work stops after a shorter stretch. */
const SERVING_MS = 20;
const BRIEF_MS = 1;
/** Turns in which readers may go first: however many there are, what is written goes on. */
const PATIENCE = 3;
/** Background work waits until nothing was read for so long, but not longer than that: then it has a stretch of its own. Milliseconds. */
const QUIET_MS = 8;
const BACKGROUND_PATIENCE_MS = 15;
const BACKGROUND_STRETCH_MS = 3;

/** When the work of the event loop's present turn began, and the reading in it; undefined before the first. */
let began: number | undefined;
let readingBegan: number | undefined;
let readAt = -Infinity;
/** When the present stretch of background work began. */
let backgroundAt = -Infinity;
/** What is read elsewhere for answers that are made here. */
let readElsewhere = 0;

const background = new AsyncLocalStorage<true>();

/** Does work for which nobody waits, with all that it begins. */
export const inBackground = <T>(work: () => T): T => background.run(true, work);

/** Whether the caller's work is done in the background. */
export const isBackground = (): boolean => background.getStore() === true;

const isOver = (since: number | undefined, stretch: number): boolean => since !== undefined && performance.now() - since >= stretch;
const stretchNow = (): number => (performance.now() - readAt < SERVING_MS ? BRIEF_MS : STRETCH_MS);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Does something when a whole turn has passed: `setImmediate` alone may still run in this one. */
const afterTurn = (done: () => void): void => void setImmediate(() => setImmediate(done));

interface Need {
  /** It is long and cannot be cut: it gets a turn in which nothing else was done before. */
  whole?: boolean;
}

/** Who waits for a turn, in order, whole ones first: only the first of them begins one, so that none is passed by again and again. */
const line: object[] = [];

/** Waits for the next turn of the event loop where this one has worked long enough, and a few turns where somebody reads. */
export async function takeTurn({ whole = false }: Need = {}): Promise<void> {
  await backgroundTurn();
  let waited = 0;
  const isTaken = (): boolean =>
    (whole ? began !== undefined : isOver(began, stretchNow())) || (readingBegan !== undefined && waited < PATIENCE);
  if (isTaken() || (began === undefined && line.length > 0)) {
    const me = {};
    if (whole) line.unshift(me);
    else line.push(me);
    do {
      await nextTurn();
      waited++;
    } while (isTaken() || line[0] !== me);
    line.shift();
  }
  if (began !== undefined) return;
  began = performance.now();
  afterTurn(() => {
    began = undefined;
  });
}

/** Background work waits until it is quiet, other work for nothing. */
export async function backgroundTurn(): Promise<void> {
  if (!isBackground()) return;
  const since = performance.now();
  const isMine = (now: number): boolean =>
    now - backgroundAt < BACKGROUND_STRETCH_MS ||
    (readElsewhere === 0 && now - readAt >= QUIET_MS) ||
    now - since >= BACKGROUND_PATIENCE_MS;
  while (!isMine(performance.now())) await sleep(1);
  const now = performance.now();
  if (now - backgroundAt >= BACKGROUND_STRETCH_MS) backgroundAt = now;
}

/** Reading in another thread, for whose end somebody waits here: background work stands back as if it were done in this one. */
export async function readingElsewhere<T>(work: () => Promise<T>): Promise<T> {
  if (isBackground()) return work();
  readElsewhere++;
  try {
    return await work();
  } finally {
    readElsewhere--;
    readAt = performance.now();
  }
}

/** Before it takes the connection that all read with: background work waits for its turn here, not where others would wait behind it. */
export async function beforeReading(): Promise<void> {
  if (isBackground()) await takeTurn();
}

/**
 * The same for reading: somebody waits for the answer, so it has a stretch of its own and goes before other work. Without it, a request
 * would wait for what is written meanwhile at each statement: session, scope, list's names.
 */
export async function takeReadingTurn(): Promise<void> {
  if (isBackground()) {
    while (isOver(began, STRETCH_MS)) await nextTurn();
    return;
  }
  while (isOver(readingBegan, READING_MS)) await nextTurn();
  readAt = performance.now();
  if (readingBegan !== undefined) return;
  readingBegan = performance.now();
  afterTurn(() => {
    readingBegan = undefined;
  });
}

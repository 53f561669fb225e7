/**
 * SQLite works on the event loop's own thread. So that sockets, timers and other requests have their turn (architecture rule 8: blocked
 * at most 20 ms), statements that follow each other make way after a stretch, and each statement takes no more rows than it can in time.
 */

/** Milliseconds of work at a stretch. The statement that exceeds it ends before the turn does. */
const STRETCH_MS = 6;
/** An answer takes several turns after its last reading. Until so many milliseconds after one, other work stops after a shorter stretch. */
const SERVING_MS = 20;
const BRIEF_MS = 2;
/** Turns in which readers may go first: however many there are, what is written goes on. */
const PATIENCE = 2;
/** A statement of this many milliseconds is long, one of that many could have taken twice as much. */
const LONG_MS = 5;
const SHORT_MS = 2;
/** Few sizes, so that statements of the same size are prepared once. */
const ROWS = { least: 4, first: 32, most: 256 } as const;

/** When the work of the event loop's present turn began, and the reading in it; undefined before the first. */
let began: number | undefined;
let readingBegan: number | undefined;
let readAt = -Infinity;

const isOver = (since: number | undefined, stretch: number): boolean => since !== undefined && performance.now() - since >= stretch;
const stretchNow = (): number => (performance.now() - readAt < SERVING_MS ? BRIEF_MS : STRETCH_MS);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits for the next turn of the event loop where this one has worked long enough, and a few turns where somebody reads. */
export async function ownTurn(): Promise<void> {
  for (let waited = 0; isOver(began, stretchNow()) || (readingBegan !== undefined && waited < PATIENCE); waited++) await nextTurn();
  if (began !== undefined) return;
  began = performance.now();
  setImmediate(() => {
    began = undefined;
  });
}

/**
 * The same for reading: somebody waits for the answer, so it has a stretch of its own and goes before other work. Without it, a list of
 * ten statements would wait ten turns for what is written meanwhile.
 */
export async function readingTurn(): Promise<void> {
  while (isOver(readingBegan, STRETCH_MS)) await nextTurn();
  readAt = performance.now();
  if (readingBegan !== undefined) return;
  readingBegan = performance.now();
  setImmediate(() => {
    readingBegan = undefined;
  });
}

/** How many rows a statement takes, by how long those before it took. */
export class Pace {
  #rows: number = ROWS.first;

  get rows(): number {
    return this.#rows;
  }

  /** Runs work on up to `rows` rows that does not wait for anything but its turn. */
  async keep<T>(full: boolean, work: () => Promise<T>): Promise<T> {
    await ownTurn();
    const started = performance.now();
    const result = await work();
    const took = performance.now() - started;
    if (took > LONG_MS) this.#rows = Math.max(ROWS.least, this.#rows / 2);
    else if (full && took < SHORT_MS) this.#rows = Math.min(ROWS.most, this.#rows * 2);
    return result;
  }
}

/** The server as a process of its own, to be killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launch, type ServerProcess } from '../../support/process.ts';

/** The product's own start with a point at which it kills itself. */
export const FATAL = fileURLToPath(new URL('fatal.ts', import.meta.url));

/** Longest time until a started server says where it is, in milliseconds. */
const START_MS = 170_000;
/** Level of errors in the log. */
const ERROR = 50;

export class Victim {
  readonly #server: ServerProcess;
  /** Address of self-service. Rejects where the process ends before it says it. */
  readonly ready: Promise<string>;
  /** Address of administration. */
  readonly administration: Promise<string>;
  /** Address at which S3 clients ask. */
  readonly objectStorage: Promise<string>;
  #over = false;

  /** Starts the product, or another program, with nothing but these variables. */
  constructor(env: Readonly<Record<string, string>>, program?: string) {
    this.#server = launch({ GANTRY_LOG_LEVEL: 'error', ...env }, program);
    void this.ended.finally(() => (this.#over = true));
    this.ready = this.#address('Self-service');
    this.administration = this.#address('Administration');
    this.objectStorage = this.#address('Object storage');
    // who does not wait for them kills during the start
    for (const address of [this.ready, this.administration, this.objectStorage]) address.catch(() => undefined);
  }

  /** Exit code; null where a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#server.ended;
  }

  /** Ends it with no chance to do anything, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#server.signal('SIGKILL');
    await this.ended;
  }

  /** Asks it to stop. */
  async stop(): Promise<void> {
    this.#server.signal('SIGTERM');
    const code = await this.ended;
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${this.#server.err()}`);
  }

  /** What it logged as an error, or said outside its log: there must be nothing. */
  get complaints(): string[] {
    const lines = this.#server.err().split('\n');
    return lines.filter((line) => line !== '' && !isHarmless(line));
  }

  async #address(of: string): Promise<string> {
    const line = new RegExp(`${of}\\s+(http\\S+)\\n`);
    for (const end = Date.now() + START_MS; !this.#over && Date.now() < end; await sleep(5)) {
      const url = line.exec(this.#server.out())?.[1];
      if (url !== undefined) return url;
    }
    throw new Error(`the server did not start:\n${this.#server.out()}${this.#server.err()}`);
  }
}

function isHarmless(line: string): boolean {
  try {
    return (JSON.parse(line) as { level: number }).level < ERROR;
  } catch {
    return false; // a stack trace that nobody caught
  }
}

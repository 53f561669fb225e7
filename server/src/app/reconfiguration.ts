import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** The file in the data folder by which operators announce that the platform is being reconfigured; its first word is the state told. */
const RECONFIGURATION_FILE = 'reconfiguring';
/** The state where the file says none. */
const USUAL_STATE = 'running';
/** Milliseconds between two looks. */
const EVERY = 500;

export interface Reconfiguration {
  /** What is told with each answer; undefined while nothing is reconfigured. */
  state(): string | undefined;
  stop(): void;
}

/** Looks for the file as long as the server runs: nothing need be restarted to announce a reconfiguration or its end. */
export function watchReconfiguration(folder: string, log: Logger): Reconfiguration {
  const path = join(folder, RECONFIGURATION_FILE);
  let state: string | undefined;
  const look = async (): Promise<void> => {
    const text = await readFile(path, 'utf8').catch((err: NodeJS.ErrnoException) => {
      if (err.code !== 'ENOENT') log.warn({ err, path }, 'this file cannot be read, so no reconfiguration is announced');
      return undefined;
    });
    const next = text === undefined ? undefined : (/^\s*([\w-]{1,32})(?:\s|$)/.exec(text)?.[1] ?? USUAL_STATE);
    if (next !== state) log.info({ state: next ?? null }, 'the announced reconfiguration has changed');
    state = next;
  };
  void look();
  const timer = setInterval(() => void look(), EVERY).unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}

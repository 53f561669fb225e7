import { readFileSync } from 'node:fs';

/** Where the system does not tell: what it gives at least. */
const USUAL = 1024;

/** How many files and connections this process may have open. */
export function handlesMax(): number {
  try {
    const found = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    return Number.isFinite(found) ? found : USUAL;
  } catch {
    return USUAL; // not Linux
  }
}

/** Files of objects that are open at once: the other half is left to connections and the store. */
export const objectFilesOf = (handles: number): number => Math.floor(handles / 2);

/** Both sides, and the object storage. */
const PORTS = 3;

/** Connections of one port that have carried no request yet: those of all ports take a quarter, as much is left to those who ask for something. */
export const silentConnectionsOf = (handles: number): number => Math.floor(handles / 4 / PORTS);

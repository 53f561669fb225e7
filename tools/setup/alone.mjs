import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds between two looks at a lock that another process has. */
const LOOK_MS = 200;
/** Milliseconds after which a lock that names nobody was left by a process that died while it took it. */
const NAMELESS_MS = 5_000;

/**
 * Does something that two processes must not do at once: waits until the other one is done. A lock whose process is gone is taken away.
 * @template T
 * @param {string} lock path of a folder that is there meanwhile
 * @param {() => T} work
 * @returns {T}
 */
export function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; !take(lock);) {
    if (isLeft(lock)) removeLeft(lock);
    else {
      if (!told) console.log(`Waiting for another installation in this checkout (${lock}) ...`);
      told = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** One at a time, so that nobody removes a lock that another one has taken since. */
function removeLeft(lock) {
  const removing = `${lock}.left`;
  if (!take(removing)) return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  if (isLeft(lock)) rmSync(lock, { recursive: true, force: true });
  rmSync(removing, { recursive: true, force: true });
}

/** A folder is made by one process only. */
function take(lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

/** Whether the process that has the lock is gone. */
function isLeft(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid > 0) return !lives(pid);
    return Date.now() - statSync(lock).mtimeMs > NAMELESS_MS;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const made = statSync(lock, { throwIfNoEntry: false });
    return made !== undefined && Date.now() - made.mtimeMs > NAMELESS_MS;
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

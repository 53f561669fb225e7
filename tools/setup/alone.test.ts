import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { alone } from './alone.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gantry-alone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const alonePath = fileURLToPath(new URL('alone.mjs', import.meta.url));

/** Begins, works for a while and ends, each noted in a file. */
const program = (lock: string, notes: string): string => `
  import { appendFileSync } from 'node:fs';
  import { alone } from ${JSON.stringify(alonePath)};
  alone(${JSON.stringify(lock)}, () => {
    appendFileSync(${JSON.stringify(notes)}, 'begin\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    appendFileSync(${JSON.stringify(notes)}, 'end\\n');
  });`;

describe('two installations in one checkout', () => {
  it('installations in one checkout wait for each other', async () => {
    const [lock, notes] = [join(folder, 'both'), join(folder, 'notes')];
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(lock, notes)]);
    await Promise.all([run(), run(), run()]);
    expect(readFileSync(notes, 'utf8')).toBe('begin\nend\n'.repeat(3));
    expect(existsSync(lock)).toBe(false);
  });

  it('an installation is not held up by one that was killed', async () => {
    const lock = join(folder, 'killed');
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(child.pid));
    expect(alone(lock, () => 'done')).toBe('done');
    expect(existsSync(lock)).toBe(false);
  });

  it('an installation gives its lock back where the work fails', () => {
    const lock = join(folder, 'fails');
    expect(() =>
      alone(lock, () => {
        throw new Error('the libraries could not be installed');
      }),
    ).toThrow('could not be installed');
    expect(existsSync(lock)).toBe(false);
  });
});

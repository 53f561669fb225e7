/**
 * Starts the product in this process with each environment of the list in STARTS, one after the other. Each is to fail: a line of JSON (`Told`)
 * has what the product says of it, and what has stayed that would keep a process from ending.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../../src/app/app.ts';
import { startFailure } from '../../../src/app/start-failure.ts';
import { readConfig } from '../../../src/app/config.ts';

export interface Told {
  said: string;
  left: string[];
}

/** Milliseconds in which what a failed start had opened must be gone. */
const GONE_MS = 20_000;

async function told(env: Record<string, string>): Promise<Told> {
  const before = process.getActiveResourcesInfo();
  let said = '';
  try {
    await (await startApp(readConfig(env))).close();
  } catch (error) {
    said = startFailure(error);
  }
  const left = (): string[] => {
    const known = [...before];
    return process.getActiveResourcesInfo().filter((one) => {
      const at = known.indexOf(one);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
  };
  for (const end = Date.now() + GONE_MS; left().length > 0 && Date.now() < end; await sleep(10));
  return { said, left: left() };
}

// What they are written to is there from the beginning, and of no start.
for (const stream of [process.stdout, process.stderr]) stream.write('');
const lines: Told[] = [];
for (const env of JSON.parse(process.env['STARTS']!) as Record<string, string>[]) lines.push(await told(env));
console.log(lines.map((line) => JSON.stringify(line)).join('\n'));

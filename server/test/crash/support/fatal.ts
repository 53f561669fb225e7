/**
 * The product's own start with one change: a command of the embedded platform ends at a chosen point, as a power cut would end it. `CRASH_AT`
 * names a file; what stands there (`Armed`) happens once, and the file is gone when it does.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { engineTypes, type EngineType } from '../../../src/app/engine-types.ts';
import { commandNamed, type Command, type Engine } from '../../../src/port/engine.ts';

/** `asked`: the intent is stored, the platform has not heard. `accepted`: it said yes, we have not stored that. `settling`: we have. */
export type Point = 'asked' | 'accepted' | 'settling';

export interface Armed {
  command: string;
  point: Point;
  /** How often the point is passed before. */
  passes: number;
  /** `die`: the process kills itself there. `hold`: the command never goes on from there, so that one death can be that of several. */
  end: 'die' | 'hold';
}

const file = process.env['CRASH_AT'];
const { embedded } = engineTypes;
if (!embedded || file === undefined) throw new Error('CRASH_AT names no file');

const pass = async (command: string, here: Point): Promise<void> => {
  if (!existsSync(file)) return;
  const armed = JSON.parse(readFileSync(file, 'utf8')) as Armed;
  if (armed.command !== command || armed.point !== here) return;
  if (armed.passes > 0) {
    writeFileSync(file, JSON.stringify({ ...armed, passes: armed.passes - 1 }));
    return;
  }
  rmSync(file);
  if (armed.end === 'die') process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};

const fatal = (name: string, command: Command<never>): Command<never> => ({
  ...command,
  async accept(context, target, body) {
    await pass(name, 'asked');
    const acceptance = await command.accept(context, target, body);
    await pass(name, 'accepted');
    return acceptance;
  },
  ...(command.settle && {
    settle: async (context, acceptance, body) => {
      await pass(name, 'settling');
      await command.settle?.(context, acceptance, body);
    },
  }),
});

const mortal: EngineType = {
  ...embedded,
  async create(context, settings): Promise<Engine> {
    const engine = await embedded.create(context, settings);
    for (const name of Object.keys(engine.commands)) Object.assign(engine.commands, { [name]: fatal(name, commandNamed(engine, name)!) });
    return engine;
  },
};
Object.assign(engineTypes, { embedded: mortal });
await import('../../../src/main.ts');

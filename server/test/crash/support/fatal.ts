/**
 * The product's own start with one change: at a chosen point of a command of the embedded platform the process kills itself, as a power
 * cut would. `CRASH_AT` is `{command} {point} {how often it is passed before}`: `server.create accepted 0`.
 */
import { engineTypes, type EngineType } from '../../../src/engines/index.ts';
import { commandNamed, type Command, type Engine } from '../../../src/engines/engine.ts';

/** `asked`: the intent is stored, the platform has not heard. `accepted`: it said yes, we have not stored that. `settling`: we have. */
const POINTS = ['asked', 'accepted', 'settling'] as const;
type Point = (typeof POINTS)[number];

function fatal(command: Command<never>, point: Point, passes: number): Command<never> {
  let left = passes;
  const pass = (here: Point): void => {
    if (here === point && left-- === 0) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...command,
    async accept(context, target, body) {
      pass('asked');
      const acceptance = await command.accept(context, target, body);
      pass('accepted');
      return acceptance;
    },
    ...(command.settle && {
      settle: async (context, acceptance, body) => {
        pass('settling');
        await command.settle?.(context, acceptance, body);
      },
    }),
  };
}

const [name = '', point = '', passes = '0'] = (process.env['CRASH_AT'] ?? '').split(' ');
const { embedded } = engineTypes;
if (!embedded || !POINTS.includes(point as Point)) throw new Error(`CRASH_AT names no point: ${process.env['CRASH_AT']}`);

const mortal: EngineType = {
  ...embedded,
  async create(context, settings): Promise<Engine> {
    const engine = await embedded.create(context, settings);
    const command = commandNamed(engine, name);
    if (!command) throw new Error(`the platform has no command ${name}`);
    Object.assign(engine.commands, { [name]: fatal(command, point as Point, Number(passes)) });
    return engine;
  },
};
Object.assign(engineTypes, { embedded: mortal });
await import('../../../src/main.ts');

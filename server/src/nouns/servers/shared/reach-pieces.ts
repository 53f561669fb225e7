/** What a server is reached by, piece by piece: each by the engine's own command, under a mark of its own within the server's task. */
import type { CommandBodies } from '@gantry/contract';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, Command, CommandContext, Commands } from '../../../port/engine.ts';
import type { Row } from '../../../port/store/rows.ts';

/** Commands that the pieces are made by. An engine that lacks one of them reaches nothing. */
export const NEEDED = [
  'server.create',
  'network.createPrivate',
  'network.delete',
  'router.create',
  'router.update',
  'router.delete',
  'router.addInterface',
  'router.removeInterface',
  'security_group.create',
  'security_group.delete',
  'floating_ip.create',
  'floating_ip.assign',
  'floating_ip.delete',
] as const satisfies readonly (keyof CommandBodies)[];

/** The engine whose commands they are. */
export interface Workshop {
  engine: string;
  commands: Commands;
}

/** What a piece is made on: a row that is there already. */
interface Target {
  kind: string;
  id: string;
}

/** Creates a piece, or finds it after a crash; then undefined where it was not created. */
export type MakePiece = <N extends keyof CommandBodies>(
  mark: string,
  name: N,
  target: Target | null,
  body: CommandBodies[N],
) => Promise<string | undefined>;

const commandOf = <N extends keyof CommandBodies>({ commands }: Workshop, name: N): Command<CommandBodies[N]> => {
  const command = commands[name];
  if (!command) throw new GantryError('not_supported');
  return command;
};

/** The same task, but for what it marks. */
const marked = ({ copy: _copy, requested: _requested, bytes: _bytes, ...context }: CommandContext, mark: string): CommandContext => ({
  ...context,
  taskId: `${context.taskId}:${mark}`,
  progress: () => undefined,
});

async function rowOf({ engine }: Workshop, { store }: CommandContext, target: Target | null): Promise<Row | null> {
  if (!target) return null;
  const row = await store.read.get({ engine, ...target });
  if (!row) throw new GantryError('not_found');
  return row;
}

/** Creates a piece and waits until it is ready. */
export const createPiece =
  (workshop: Workshop, context: CommandContext): MakePiece =>
  async (mark, name, target, body) => {
    const command = commandOf(workshop, name);
    const own = marked(context, mark);
    return settled(command, own, await command.accept(own, await rowOf(workshop, context, target), body), body);
  };

/** Finds the piece that the task has created. A command that does no harm a second time is sent again. */
export const recoverPiece =
  (workshop: Workshop, context: CommandContext): MakePiece =>
  async (mark, name, target, body) => {
    const command = commandOf(workshop, name);
    if (!command.recover) return createPiece(workshop, context)(mark, name, target, body);
    const own = marked(context, mark);
    const found = await command.recover(own, target?.id ?? null, body);
    return found && settled(command, own, found, body);
  };

async function settled<B>(command: Command<B>, context: CommandContext, acceptance: Acceptance, body: B): Promise<string> {
  await command.settle?.(context, acceptance, body);
  return acceptance.id;
}

/** Milliseconds for what is taken away again. */
const UNDO_MS = 60_000;

/** The way back from what was made, last first. A failure is noted: what is left is seen in its list. */
export class Undo {
  readonly #workshop: Workshop;
  readonly #context: CommandContext;
  readonly #steps: ((ask: MakePiece, mark: string) => Promise<unknown>)[] = [];

  constructor(workshop: Workshop, context: CommandContext) {
    this.#workshop = workshop;
    // What ended the command does not end this.
    this.#context = { ...context, signal: AbortSignal.timeout(UNDO_MS) };
  }

  add<N extends keyof CommandBodies>(name: N, target: Target, body: CommandBodies[N]): void {
    this.#steps.push((ask, mark) => ask(mark, name, target, body));
  }

  async run(): Promise<void> {
    const ask = createPiece(this.#workshop, this.#context);
    for (const [place, step] of [...this.#steps.entries()].toReversed())
      await step(ask, `undo-${place}`).catch((err: unknown) => {
        this.#context.log.warn({ err }, 'what a server was to be reached by could not be taken away');
      });
  }
}

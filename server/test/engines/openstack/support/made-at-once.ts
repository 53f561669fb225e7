/** What holds for every noun that the cloud makes and deletes as soon as it says yes: a specimen says only what is its own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandNamed, type Command, type CommandContext } from '../../../../src/port/engine.ts';
import { touchedBy } from './touched.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import type { Bench } from './bench.ts';

interface MadeAtOnce {
  kind: string;
  /** Where its service has them: `/os-keypairs`. */
  path: string;
  /** What makes the one that was recorded, and its id. */
  body(bench: Bench): { name: string };
  idOf(bench: Bench): Promise<string> | string;
  /** Members that make it another one under the same name. */
  unlike: object;
  /** Who may make one and who may not; `admin` is in the scope of the system, the others are in acme-prod. */
  who: string;
  stranger: string;
  /** Code at the field of a name that is taken. */
  taken: string;
  /** What the cloud announces when one has changed, and the id that leads to it. */
  announced: { event: string; data: object; id: string };
  /** The cloud shows the one that was made, or has it no longer. */
  show(bench: Bench, there: boolean): unknown;
  /** Before each test, on a cloud that is mirrored. */
  prepare?(bench: Bench): unknown;
}

/** What the tests of a noun work with. */
export interface Stage {
  readonly bench: Bench;
  /** Changes that were sent to the noun's place. */
  sent(method?: string): Bench['cloud']['asked'];
  command(verb: string): Command;
  /** What a command gets when somebody gives it. */
  as(who: string): Promise<CommandContext>;
  row(id?: string): Promise<Row | undefined>;
}

/** A noun's tests on a cloud's recorded answers, told on a mirrored cloud that other nouns' tests have used before. */
export type OnCloud = (bench: () => Bench) => void;

/** Tests of a noun. `title`: its name, with which each title begins. `more`: tests of its own, on the same stage. */
export function madeAtOnce(title: string, noun: MadeAtOnce, more: (stage: Stage) => void): OnCloud {
  return (running) =>
    describe(title, () => {
      tell(title, noun, running, more);
    });
}

function tell(title: string, noun: MadeAtOnce, running: () => Bench, more: (stage: Stage) => void): void {
  const { kind, path, taken } = noun;
  let bench: Bench;
  let answersAsBefore: () => void;
  beforeEach(async () => {
    bench = running();
    await vi.waitFor(() => expect(bench.engine.health(kind).asOf).not.toBeNull());
    answersAsBefore = bench.cloud.keepAnswers();
    noun.prepare?.(bench);
  });
  afterEach(async () => {
    const id = await noun.idOf(bench);
    answersAsBefore();
    await bench.store.transaction((writer) => writer.remove({ engine: 'cloud', kind, id }));
  });

  it(`${title} are looked at when the cloud announces a change`, () => {
    const { event, data, id } = noun.announced;
    const message = { event_type: event, payload: { 'nova_object.data': data } };
    expect(touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify(message) }))).toEqual([{ kind, id }]);
    expect(id).toMatch(/^[\w.:@-]{1,128}$/);
  });

  const place = new RegExp(`${path}(/|$|\\?)`);
  const stage: Stage = {
    get bench() {
      return bench;
    },
    sent: (method) => bench.cloud.asked.filter((one) => one.method !== 'GET' && place.test(one.path) && (!method || one.method === method)),
    command: (verb) => commandNamed(bench.engine, `${kind}.${verb}`)!,
    as: (who) => (who === 'admin' ? bench.operating() : bench.asking(who)),
    row: async (id) => bench.store.read.get({ engine: 'cloud', kind, id: id ?? (await noun.idOf(bench)) }),
  };
  const body = (change?: object) => ({ ...noun.body(bench), ...change }) as never;
  const create = async (by = noun.who, change?: object) => stage.command('create').accept(await stage.as(by), null, body(change));

  it(`${title} are made by the user’s own token, seen at once, and found again after a crash`, async () => {
    noun.show(bench, true);
    const id = await noun.idOf(bench);
    expect(await create()).toMatchObject({ id });
    expect(new Set(stage.sent().map(({ as }) => as?.split('@')[0]))).toEqual(new Set([noun.who]));
    expect((await stage.row())?.document).toMatchObject(noun.body(bench));
    const { recover } = stage.command('create');
    expect(await recover!(await stage.as(noun.who), null, body())).toEqual({ id });
    expect(await recover!(await stage.as(noun.who), null, body(noun.unlike))).toBeUndefined();
    expect(stage.sent('POST').filter((one) => one.path.endsWith(path))).toHaveLength(1);
  });

  it(`${title} are refused under a name that is taken, at its field, and to who may not make them`, async () => {
    const lift = bench.cloud.on('POST', new RegExp(`${path}$`), () => ({
      status: 409,
      answer: { conflictingRequest: { code: 409, message: `${noun.body(bench).name} already exists.` } },
    }));
    await expect(create()).rejects.toMatchObject({ code: 'name_taken', fields: { name: [{ code: taken }] } });
    lift();
    await expect(create(noun.stranger, { name: 'not-hers' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it(`${title} are deleted, and gone once the cloud no longer knows them`, async () => {
    noun.show(bench, true);
    await create();
    const made = (await stage.row())!;
    bench.cloud.on('DELETE', place, () => ({ status: 202, answer: null }));
    const remove = stage.command('delete');
    await remove.accept(await stage.as(noun.who), made, {} as never);
    expect(await stage.row()).toBeDefined();
    expect(await remove.recover!(await stage.as(noun.who), made.id, {} as never)).toBeUndefined();
    noun.show(bench, false);
    await remove.accept(await stage.as(noun.who), made, {} as never);
    expect(await stage.row()).toBeUndefined();
    expect(await remove.recover!(await stage.as(noun.who), made.id, {} as never)).toEqual({ id: made.id });
  });

  more(stage);
}

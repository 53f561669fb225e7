/** Whoever reads a row with a value that does not fit, beside the lists of its kind: sums, maps, other things' rows, rules, deletion. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import type { Kind } from '@gantry/contract/wire/kind';
import { casesOfTier, isFull } from '../../../tools/lib/tier.ts';
import type { RowInput } from '../../src/port/store/rows.ts';
import { fileOf } from '../nouns/index.ts';
import { startTestApp, UNHURRIED, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { goodRow, listed, ODD, oddRows } from './support/odd-rows.ts';

/** Milliseconds: in the full tier each member of a kind has ten odd values, and each row is deleted. */
const LONG = 900_000;

/** What a read has to be asked for, by the noun's file. */
function queryOf(call: Call): string {
  const { specimen, name } = fileOf(call);
  return specimen.queries?.[name] ? `?${new URLSearchParams(specimen.queries[name])}` : '';
}

/** Everything that is read without naming something. */
const reads = calls.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

/** Calls that delete one of a kind by its id. */
const deletions = new Map<string, string>(
  calls.flatMap(({ method, path, does }) =>
    method === 'DELETE' && does.by === 'command' && does.command === `${does.kind.name}.delete` && path.split('{').length === 2
      ? [[does.kind.name, path] as const]
      : [],
  ),
);

describe.each(anyDatabase)('readers of rows that do not fit on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  let member: Client;
  let own: { projectId: string; domainId: string };
  beforeAll(async () => {
    app = await startTestApp({ database, env: { ...UNHURRIED, GANTRY_SAMPLE_SERVERS: '2' } });
    admin = await app.as('admin', 'own');
    member = await app.as('acme-member', 'acme-prod');
    const { project_id: projectId, domain_id: domainId } = await member.call(nouns.session.calls.whoami);
    own = { projectId: projectId!, domainId };
  });
  afterAll(() => app.close());

  /** Rows of a kind, of the member's project where they are of one, each with an odd value in another member. */
  async function odd(kind: Kind, values: readonly unknown[]): Promise<RowInput[]> {
    const good = await goodRow(app, kind);
    const ofProject = 'project_id' in good.document;
    const owner = ofProject ? { project_id: own.projectId, domain_id: own.domainId } : {};
    return oddRows(kind, { ...good, ...(ofProject && own), document: { ...good.document, ...owner } }, () => values);
  }

  const store = (rows: readonly RowInput[]) => app.store.transaction((writer) => writer.putMany(rows));

  const statuses = async (who: Client): Promise<string[]> => {
    const found: string[] = [];
    for (const call of reads) {
      found.push(`${call.id} ${(await who.raw('GET', `${call.path}${queryOf(call)}`)).status}`);
    }
    return found;
  };

  it('whatever can be read without naming something is answered as before while each kind has rows with values that do not fit', async () => {
    const before = [await statuses(admin), await statuses(member)];
    expect(before.flat().filter((answer) => / (400|50[^1])$/.test(answer))).toEqual([]);
    for (const { kind } of listed) await store(await odd(kind, casesOfTier([null, ...ODD])));
    expect([await statuses(admin), await statuses(member)]).toEqual(before);
  });

  it.each(listed.flatMap(({ kind }) => (deletions.has(kind.name) ? [[kind.name, kind] as const] : [])))(
    'deleting a %s of which a member does not fit succeeds or is refused with a reason',
    async (name, kind) => {
      const path = deletions.get(name)!;
      const rows = await odd(kind, casesOfTier([null, ...ODD]));
      await store(rows);
      const { document: good } = await goodRow(app, kind);
      // In the default tier those that lack something to look into.
      const isLacking = ({ document }: RowInput) =>
        Object.entries(good).some(([member, value]) => typeof value === 'object' && value !== null && document[member] === null);
      const answers: string[] = [];
      for (const { id, document } of isFull ? rows : rows.filter(isLacking)) {
        const place = path.replace(/\{.*\}/, id);
        let { status, text } = await member.raw('DELETE', place);
        if (status === 403 || status === 404) ({ status, text } = await admin.raw('DELETE', place));
        if (status >= 500) answers.push(`${JSON.stringify(document)}: ${text}`);
      }
      expect(answers).toEqual([]);
    },
    LONG,
  );

  it.each([
    ['router', nouns.routers.calls, { interfaces_info: null }],
    ['security_group', nouns.securityGroups.calls, { rules: null }],
  ] as const)('a %s that lacks what its rules ask for is deleted', async (kind, { create, delete: remove, list }, members) => {
    const { task_id: made, id } = (await member.raw('POST', create.path, { body: { name: 'whole' } })).json as {
      task_id: string;
      id: string;
    };
    expect((await app.ended(member, made)).state).toBe('success');
    await app.store.transaction(async (writer) => {
      const row = (await writer.get({ engine: 'embedded', kind, id }))!;
      await writer.put({ ...row, document: { ...row.document, ...members } });
    });
    const { status, json } = await member.raw('DELETE', remove.path.replace(/\{.*\}/, id));
    expect(status).toBe(202);
    expect((await app.ended(member, (json as { task_id: string }).task_id)).state).toBe('success');
    expect((await member.raw('GET', `${list.path}?name=whole`)).json).toMatchObject({ data: [] });
  });
});

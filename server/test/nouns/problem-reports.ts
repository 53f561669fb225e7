/** Problems that anybody reports, and operators read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client } from '../support/client.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.problemReports;
const EMAIL = 'zoe@acme.example';
/** Most that a user may have, as the contract says it. */
const MOST = 20;

export const problemReports: Specimen = {
  calls: {
    signedIn: ['create'],
    readSystem: ['list', 'read', 'contents', 'settings'],
    changeSystem: ['delete', 'bulkDelete'],
  },
  life: (app) =>
    describe('problem reports', () => {
      let system: Client;
      beforeAll(async () => {
        system = await app().as('admin', 'own');
      });
      const post = (client: Client, body: object) => client.raw('POST', '/api/v2/reports/', { body });
      const newest = async () => (await system.call(calls.list)).data[0]!;

      it('problem reports are made by a task, also by who may only read, and read by operators [api.reports, choice.report-path]', async () => {
        const reader = await app().as('acme-viewer', 'acme-prod');
        const { status, json } = await post(reader, { contact_email: EMAIL, problem_description: 'Volumes stay in creating.' });
        expect(status).toBe(202);
        const { task_id, id } = json as { task_id: string; id: string };
        expect(await app().ended(reader, task_id)).toMatchObject({ name: 'report.create', state: 'success' });
        const made = await system.call(calls.read, { params: { reportId: id } });
        expect(made).toMatchObject({
          name: id.slice(0, 8).toUpperCase(),
          contact_email: EMAIL,
          problem_description: 'Volumes stay in creating.',
          user_name: 'acme-viewer',
          project_name: 'acme-prod',
        });
        const contents = await system.call(calls.contents, { params: { reportId: id } });
        expect(made.size).toBe(Buffer.byteLength(JSON.stringify(contents)));
        expect(contents.engines).toMatchObject([{ type: 'embedded', reachable: true }]);
        expect(contents.program.node).toBe(process.version);
        expect(contents.tasks).toContainEqual(expect.objectContaining({ id: task_id, name: 'report.create' }));
      });

      it('problem reports tell of no tasks but those that their maker sees', async () => {
        const other = await app().as('globex-member', 'globex-prod');
        const { task_id, id } = await other.call(calls.create, { body: { contact_email: EMAIL } });
        await app().ended(other, task_id);
        const { tasks } = await system.call(calls.contents, { params: { reportId: id! } });
        expect([...new Set(tasks.map(({ project_name: name, user_name: user }) => name ?? user))]).not.toContain('acme-prod');
        expect(tasks.map(({ id: task }) => task)).toContain(task_id);
      });

      it('problem reports need an email address, and say what is wrong with an empty or malformed one', async () => {
        const codes = async (contact_email: string) => {
          const { json } = await post(system, { contact_email });
          return (json as { error: { data: { field_codes: object } } }).error.data.field_codes;
        };
        expect(await codes('')).toEqual({ contact_email: [{ code: 'contact_email_required', params: { min: 1 } }] });
        expect(await codes('abc')).toEqual({ contact_email: [{ code: 'email' }] });
      });

      it('the settings of problem reports say that none is sent out of the installation [report.settings-fields]', async () => {
        const { status, json } = await system.raw('GET', '/api/v2/settings/reports/');
        expect([status, json]).toEqual([200, { sending_enabled: false }]);
      });

      it('each user has twenty problem reports at most, until operators delete some, with what was collected', async () => {
        const member = await app().as('acme-member', 'acme-prod');
        const make = async () => app().ended(member, (await member.call(calls.create, { body: { contact_email: EMAIL } })).task_id);
        for (let made = 0; made < MOST; made += 1) expect((await make()).state).toBe('success');
        const refused = await member.refused(calls.create, { body: { contact_email: EMAIL } });
        expect([refused.code, refused.body.error.data?.reason]).toEqual([
          'state_conflict',
          { code: 'too_many_reports', params: { limit: MOST } },
        ]);
        const { id } = await newest();
        const { task_id } = await system.call(calls.delete, { params: { reportId: id } });
        expect((await app().ended(system, task_id)).state).toBe('success');
        expect(await system.refused(calls.contents, { params: { reportId: id } })).toMatchObject({ status: 404 });
        expect((await make()).state).toBe('success');
      });
    }),
};

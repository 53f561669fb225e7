/**
 * Reports of problems: rows that operators read, each with what the server knew of itself at that time. They are made where things are made,
 * whichever engine that is, and ask no cloud for anything, so that one that is out of order can be reported.
 */
import { isReportable, isReportCollected, REPORTS_PER_USER, type ReportCreate } from '@gantry/contract/nouns/problem-reports/calls';
import { reportKind, reportName, type ReportContents } from '@gantry/contract/nouns/problem-reports/entity';
import { taskKind } from '@gantry/contract/nouns/tasks/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Row } from '../../port/store/rows.ts';
import type { Store } from '../../port/store/store.ts';
import type { Command, Commands, Engine, LiveRead } from '../../port/engine.ts';

const KIND = reportKind.name;
/** Owner and bucket of what was collected. */
const CONTENTS = [KIND, 'contents'] as const;
/** The newest tasks that come along. */
const TASKS = 50;
/** Bucket with the numbers of a user's reports: `{user}/{report}`. */
const OF_USERS = [KIND, 'of_users'] as const;

/** What the program says of itself. */
export type Program = () => ReportContents['program'];

const healthOf = (engine: Engine) => ({ id: engine.id, type: engine.type, ...engine.health() });

/** What the engine that makes things does for reports. `all`: the engines whose state is told. */
export function reporting(
  engine: string,
  store: Store,
  program: Program,
  all: () => readonly Engine[],
): { commands: Commands; live: Readonly<Record<string, LiveRead>> } {
  const keyOf = (id: string) => ({ engine, kind: KIND, id });

  const create: Command<ReportCreate> = {
    async accept({ taskId, actor }, _target, { contact_email, problem_description }) {
      const { userId, userName, domainId, scope } = actor;
      // A number that follows from the task: asked again after a crash it makes the same one.
      const id = taskId;
      const made = await store.records.list(...OF_USERS, { prefix: `${userId}/`, limit: REPORTS_PER_USER });
      assertAllowed(isReportable({ open: made.filter(({ key }) => key !== `${userId}/${id}`).length }));
      await store.transaction(async (writer) => {
        await writer.records.put(...OF_USERS, `${userId}/${id}`, true);
        await writer.put({
          ...keyOf(id),
          domainId: null,
          projectId: null,
          userId: null,
          document: {
            id,
            name: reportName(id),
            contact_email,
            problem_description,
            user_id: userId,
            user_name: userName,
            domain_id: domainId,
            project_id: scope.type === 'project' ? scope.projectId : null,
            project_name: null,
            size: null,
            created_at: new Date().toISOString(),
          },
        });
      });
      return { id };
    },
    async settle({ actor }, { id }) {
      const { scope, userId, domainId } = actor;
      const sort = { key: 'created_at', descending: true };
      const { rows } = await store.read.list({ kind: taskKind, visibility: { scope, userId, domainId }, filters: {}, sort, limit: TASKS });
      const contents: ReportContents = {
        collected_at: new Date().toISOString(),
        program: program(),
        engines: all().map(healthOf),
        tasks: rows.map(({ document }) => document),
      };
      const size = Buffer.byteLength(JSON.stringify(contents));
      await store.transaction(async (writer) => {
        const row = await writer.get(keyOf(id));
        // Deleted meanwhile: nobody wants to know any more.
        if (!row) return;
        await writer.records.put(...CONTENTS, id, contents);
        await writer.put({ ...row, document: { ...row.document, size } });
      });
    },
  };

  const remove: Command = {
    async accept(_context, target) {
      if (!target) throw new GantryError('not_found');
      await store.transaction(async (writer) => {
        await writer.remove(keyOf(target.id));
        await writer.records.remove(...CONTENTS, target.id);
        await writer.records.remove(...OF_USERS, `${String(target.document['user_id'])}/${target.id}`);
      });
      return { id: target.id };
    },
  };

  const contents = async (_context: unknown, target: Row): Promise<ReportContents> => {
    const found = await store.records.get(...CONTENTS, target.id);
    if (!found) assertAllowed(isReportCollected({ size: null }));
    return found as ReportContents;
  };

  return { commands: { 'report.create': create, 'report.delete': remove }, live: { 'report.contents': contents } };
}

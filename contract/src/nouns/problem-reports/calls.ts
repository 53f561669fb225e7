import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { patterned } from '../../wire/patterned.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { emailText } from '../../wire/values.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import { isHonest } from '../../wire/visible.ts';
import { reportContents, reportKind, type Report } from './entity.ts';

/** Most characters of a description. */
const REPORT_TEXT_MAX = 10_000;

/** What is reported: whom to answer, which is needed, and what is wrong (S0 §3, §5). */
export const reportBody = z
  .strictObject({
    contact_email: patterned('contact_email', emailText.min(1, { error: 'contact_email_required' })),
    problem_description: patterned(
      'problem_description',
      z.string().trim().max(REPORT_TEXT_MAX, { error: 'too_long' }).refine(isHonest, { error: 'invisible_character' }),
    ).default(''),
  })
  .meta({ id: 'ReportCreate', examples: [{ contact_email: 'zoe@acme.example', problem_description: 'Volumes stay in creating.' }] });
export type ReportCreate = z.output<typeof reportBody>;

/** Reports of one user that nobody has deleted yet: nobody fills the store with them. */
export const REPORTS_PER_USER = 20;

/** Whether somebody may report one more. `open`: how many of theirs are there. */
export const isReportable: Rule<{ open: number }> = ({ open }) =>
  open < REPORTS_PER_USER ? true : no('too_many_reports', { limit: REPORTS_PER_USER });

/** Whether there is something to read beside what its maker wrote. */
export const isReportCollected: Rule<Pick<Report, 'size'>> = ({ size }) => (size === null ? no('report_uncollected') : true);

/** Whether reports leave this installation. */
const reportSettings = z.object({ sending_enabled: z.boolean() }).meta({ id: 'ReportSettings' });

const shared = { noun: 'problemReports', kind: reportKind, path: '/api/v2/reports', param: 'reportId', source: 'S1 §7' } as const;
const one = system('report');
/** Whoever has a session may say that something is wrong, also who may only read. */
const everybody = resourceCalls({ ...shared, side: 'both', many: { audience: 'session', subject: 'reports' }, one });
const calls = resourceCalls({ ...shared, side: 'administration', many: system('reports'), one });

export const reportCalls = {
  create: everybody.create({
    summary: 'Reports a problem to the operators, with diagnostic data of the server',
    body: reportBody,
    errors: ['state_conflict'],
  }),
  list: calls.list({ summary: 'Lists the problem reports', source: 'choice.uncovered-calls' }),
  read: calls.read({ summary: 'Shows a problem report', source: 'choice.uncovered-calls' }),
  contents: calls.live('contents', {
    summary: 'Shows the diagnostic data of a problem report',
    source: 'choice.uncovered-calls',
    answer: reportContents,
    errors: ['state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a problem report with its diagnostic data', source: 'choice.uncovered-calls' }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several problem reports, as one task', source: 'choice.uncovered-calls' }),
  settings: defineCall({
    id: 'problemReports.settings',
    side: 'administration',
    method: 'GET',
    path: '/api/v2/settings/reports',
    summary: 'Shows whether problem reports are sent to anyone outside this installation',
    source: 'S1 §3',
    permission: system('reports_settings'),
    answer: reportSettings,
    does: { by: 'handle' },
  }),
};

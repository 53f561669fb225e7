import type { Statuses } from '../../wire/statuses.ts';

/** What came of what was asked: done or under way, refused to who asked, or failed by itself. */
export const AUDIT_RESULTS = { accepted: 'ok', refused: 'warning', failed: 'error' } as const satisfies Statuses;
export type AuditResult = keyof typeof AUDIT_RESULTS;

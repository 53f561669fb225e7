import { memberAt } from './kind.ts';
import type { QuotaResource, QuotaShare } from './quotas.ts';

/** How much things take together; a member that is not there takes nothing. */
export const takenBy = <const S extends QuotaShare>(share: S, documents: readonly object[]): Record<keyof S & QuotaResource, number> => {
  const sum = (of: 1 | string): number => documents.reduce((so, document) => so + amountIn(document, of), 0);
  return Object.fromEntries(Object.entries(share).map(([resource, of]) => [resource, sum(of)])) as Record<keyof S & QuotaResource, number>;
};

function amountIn(document: object, of: 1 | string): number {
  if (of === 1) return 1;
  const member = memberAt(document as Readonly<Record<string, unknown>>, of);
  if (Array.isArray(member)) return member.length;
  return typeof member === 'number' ? member : 0;
}

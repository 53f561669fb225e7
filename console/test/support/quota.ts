import { perQuotaResource } from '@gantry/contract/wire/quotas';
import type { Asked, Given } from './console-page.tsx';

const QUOTA = { ...perQuotaResource(() => ({ limit: 10, used: 3 })), storage_policies: [] };

/** A server whose projects have 3 of 10 of everything, and that answers else as the test says. */
export const withQuota =
  (answer: (asked: Asked) => Given) =>
  (asked: Asked): Given =>
    asked.path.startsWith('/api/v2/compute/quotas/') ? { body: QUOTA } : answer(asked);

/** What Cinder counts of a project, and how much of it there may be. */
import type { Cloud } from './cloud.ts';
import { limitRoutes } from './limits.ts';
import { exceeds } from './quota.ts';
import { answerTo, type Json } from './recorded.ts';
import { refused } from './refusals.ts';
import type { Route } from './reply.ts';

type Entries = Readonly<Record<string, { limit: number }>>;

const RECORDED = answerTo<{ quota_set: Record<string, unknown> }>('GET', /^\/volume.*os-quota-sets/).quota_set;

const ofProject = ({ volumes }: Cloud, id: string) => volumes.sorted.filter(({ projectId }) => projectId === id);
const space = (volumes: readonly { size: number }[]): number => volumes.reduce((total, { size }) => total + size, 0);

/** With what is used of each. */
function quotaOf(cloud: Cloud, id: string): Json {
  const own = ofProject(cloud, id);
  const entry = (key: string, used: number) => ({ ...(RECORDED[key] as { limit: number }), in_use: used });
  const counted = {
    volumes: entry('volumes', own.length),
    gigabytes: entry('gigabytes', space(own)),
    ...cloud.types.quotaOf(own, RECORDED),
  };
  return { ...cloud.limits.within('volume', id, { ...(RECORDED as Entries), ...counted }), id };
}

/** Refuses what would be more volumes, or GiB in them, than a project may have. Throws Refusal. */
export function assertRoom(cloud: Cloud, projectId: string, { volumes = 0, gigabytes }: { volumes?: number; gigabytes: number }): void {
  const own = ofProject(cloud, projectId);
  const entries = quotaOf(cloud, projectId) as Entries;
  const [most, limit] = [entries['volumes']!.limit, entries['gigabytes']!.limit];
  if (volumes > 0 && exceeds(own.length + volumes, most))
    throw refused(413, 'overLimit', `VolumeLimitExceeded: Maximum number of volumes allowed (${most}) exceeded for quota 'volumes'.`);
  const used = space(own);
  if (!exceeds(used + gigabytes, limit)) return;
  const numbers = `Requested ${gigabytes}G, quota is ${limit}G and ${used}G has been consumed.`;
  throw refused(
    413,
    'overLimit',
    `VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. ${numbers}`,
  );
}

/** A token without a project asks at an address that names none. */
const PLACE = /^\/v3\/(?:[^/]+\/)?os-quota-sets\/([^/]+)$/;

export function quotaRoutes(cloud: Cloud): Route[] {
  const [alone, ...changing] = limitRoutes(cloud, {
    service: 'volume',
    path: PLACE,
    one: 'quota_set',
    entries: (id) => quotaOf(cloud, id),
    forbidden: () => refused(403, 'forbidden', "Policy doesn't allow volume_extension:quotas:update to be performed."),
    unknown: (name) => refused(400, 'badRequest', `Invalid input received: Bad key(s) in quota set: ${name}`),
  });
  return [
    {
      method: 'GET',
      path: PLACE,
      answer: (question, id = '') =>
        question.query.has('usage') ? { body: { quota_set: quotaOf(cloud, id) } } : alone!.answer(question, id),
    },
    ...changing,
  ];
}

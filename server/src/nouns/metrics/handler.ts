import { nouns } from '@gantry/contract';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { METRICS_QUERY } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import { actorOf } from '../../access/caller.ts';
import type { Visibility } from '../../port/store/rows.ts';
import { authorised } from '../../calls/call-request.ts';
import type { SideOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

/** Milliseconds that metrics have for an answer. */
const TIME_LIMIT = 10_000;
/** Most projects of a domain whose metrics are asked for together. */
const MOST = 1000;

/** Of so many series a step is too short. */
const tooMany = (): GantryError => new GantryError('validation_failed', { fields: { step: [{ code: 'invalid' }] } });

export function metricsHandlers({ platform, store, dashboards }: Pick<SideOptions, 'platform' | 'store' | 'dashboards'>): Handler[] {
  /** Ids of the projects whose metrics are seen; null: all. */
  async function projectsOf(visibility: Visibility): Promise<readonly string[] | null> {
    const { scope } = visibility;
    if (scope.type === 'system') return null;
    if (scope.type === 'project') return [scope.projectId];
    const query = { kind: projectKind, visibility, filters: {}, sort: { key: 'name', descending: false }, limit: MOST };
    return (await store.read.list(query)).rows.map(({ id }) => id);
  }

  return [
    handle(nouns.metrics.calls.query, async (request) => {
      const { caller, visibility, signal: gone } = authorised(request);
      if (!platform.metrics) throw new GantryError('not_supported');
      const { query, time } = request.query;
      const signal = AbortSignal.any([gone, AbortSignal.timeout(TIME_LIMIT)]);
      const projects = await projectsOf(visibility);
      const at = time === undefined ? undefined : Number(time);
      return platform.metrics({ actor: actorOf(caller), signal }, { query, time: at, projects });
    }),
    handle(nouns.metrics.calls.range, async (request) => {
      const { caller, visibility, signal: gone } = authorised(request);
      if (!platform.metricsRange) throw new GantryError('not_supported');
      const { query, start, end, step } = request.query;
      const signal = AbortSignal.any([gone, AbortSignal.timeout(TIME_LIMIT)]);
      const projects = await projectsOf(visibility);
      const span = { start: Number(start), end: Number(end), step: Number(step) };
      const answer = await platform.metricsRange({ actor: actorOf(caller), signal }, { query, projects, ...span });
      const samples = answer.data.result.reduce((sum, { values }) => sum + values.length, 0);
      if (samples > METRICS_QUERY.samples) throw tooMany();
      return answer;
    }),
    handle(nouns.metrics.calls.dashboards, () => {
      if (dashboards === undefined) throw new GantryError('not_supported');
      return { url: dashboards };
    }),
  ];
}

import type { Json } from './recorded.ts';
import { Refusal, type Question } from './reply.ts';

/** Neutron's largest page, unless it is configured. */
export const NEUTRON_MOST = 1000;

/** A refusal as Neutron words it. */
export const neutronError = (status: number, type: string, message: string): Refusal =>
  new Refusal(status, { NeutronError: { type, message, detail: '' } });

/** Neutron adds the way back to every page. */
export function paged(key: string, items: readonly Json[], { url, query }: Pick<Question, 'url' | 'query'>) {
  const [first] = items;
  const back = new URLSearchParams(query);
  if (first) back.set('marker', String(first['id']));
  back.set('page_reverse', 'True');
  const links = query.has('limit') && first && { [`${key}_links`]: [{ rel: 'previous', href: `${url}?${back.toString()}` }] };
  return { [key]: items, ...links };
}

/** What Neutron does alike for all that it keeps. */
export const inNeutron = { most: NEUTRON_MOST, page: paged };
/** What it keeps for projects. */
export const ofProjects = { ...inNeutron, owner: 'project_id' };

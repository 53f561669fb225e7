/** What tests begin with, made by the API. */
import { expect } from './fixtures.ts';
import type { Session } from '../../tools/lib/session.ts';

export const COMPUTE = '/api/v2/compute';

interface Made {
  id: string;
  task_id: string;
}

/** Makes a thing and waits until it is there. Returns its id. */
export async function madeBy(session: Session, path: string, body: object): Promise<string> {
  const { id, task_id } = (await session.post(path, body)) as Made;
  await expect.poll(async () => ((await session.get(`/api/v2/tasks/${task_id}`)) as { state: string }).state).toBe('success');
  return id;
}

/** Id of the first thing of a list. */
export const firstOf = async (session: Session, path: string): Promise<string> =>
  ((await session.get(path)) as { data: { id: string }[] }).data[0]!.id;

/** Id of a network outside. */
export const outside = async (session: Session): Promise<string> =>
  ((await session.get(`${COMPUTE}/networks?limit=100`)) as { data: { id: string; router_external: boolean }[] }).data.find(
    ({ router_external: isExternal }) => isExternal,
  )!.id;

/** The network of the project's servers, and an address of it that no router has of itself. */
export const privateNetwork = (session: Session): Promise<string> => firstOf(session, `${COMPUTE}/networks?name=acme-prod-private`);
const BESIDE = '10.64.0.250';

/** Brings the network of the project's servers within reach of floating addresses, if nothing has done that. Returns the router. */
export async function connected(session: Session): Promise<string> {
  const network_id = await privateNetwork(session);
  const { data } = (await session.get(`${COMPUTE}/routers?network=${network_id}`)) as {
    data: { id: string; external_gateway_info: object | null }[];
  };
  const found = data.find((router) => router.external_gateway_info !== null);
  if (found) return found.id;
  const external_gateway_info = { network_id: await outside(session) };
  const interfaces = [{ network_id, ip_address: BESIDE }];
  return madeBy(session, `${COMPUTE}/routers`, { name: 'swept-way-out', external_gateway_info, interfaces });
}

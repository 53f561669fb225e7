/** How things come about that are listed on the page of another one, and whose actions are swept there. */
import { nouns } from '@gantry/contract';
import { fillPath } from '@gantry/contract/wire/call';
import type { Session } from '../../tools/lib/session.ts';
import { connected, firstOf, madeBy } from './made.ts';
import type { Listed } from './swept-list.ts';
import { image, networkOf, serverOf } from './swept-things.ts';

/** Makes a thing on the page of another one. `other` is somebody of another domain. Returns where. */
export type MakePart = (session: Session, name: string, other: Session) => Promise<Listed>;

export const volumeOfServer: MakePart = async (session, name) => ({
  at: `/compute/instances/${await serverOf(session, name)}?tab=volumes`,
  name: `${name}-data`,
});

export const interfaceOfServer: MakePart = async (session, name) => {
  await connected(session);
  return { at: `/compute/instances/${await serverOf(session, name)}?tab=networks` };
};

export const snapshotOfVolume: MakePart = async (session, name) => {
  const volume_id = await madeBy(session, nouns.volumes.calls.create.path, { name: `${name}-of`, size: 1 });
  await madeBy(session, nouns.volumeSnapshots.calls.create.path, { name, volume_id });
  return { at: `/compute/volumes/${volume_id}/snapshots`, name };
};

export const subnetOfNetwork: MakePart = async (session, name) => {
  const { id, cidr } = await networkOf(session, name);
  return { at: `/compute/networks/${id}`, name: cidr };
};

export const interfaceOfRouter: MakePart = async (session, name) => {
  const { id } = await networkOf(session, name);
  const routerId = await madeBy(session, nouns.routers.calls.create.path, { name, interfaces: [{ network_id: id }] });
  return { at: `/compute/routers/${routerId}/interfaces`, name };
};

export const ruleOfGroup: MakePart = async (session, name) => {
  const security_group_id = await madeBy(session, nouns.securityGroups.calls.create.path, { name });
  const ssh = { direction: 'ingress', ethertype: 'IPv4', protocol: 'tcp', port_range_min: 22, port_range_max: 22 };
  await madeBy(session, nouns.securityGroups.calls.createRule.path, { security_group_id, ...ssh });
  return { at: `/compute/security-groups/${security_group_id}`, name: 'IPv4 TCP 22 (SSH)' };
};

/** Makes an image that is shared with the project of somebody. Returns its id. */
async function sharedImage(owner: Session, name: string, receiver: Session): Promise<string> {
  await image(owner, name);
  const imageId = await firstOf(owner, `${nouns.images.calls.list.path}?name=${name}`);
  const { data } = (await receiver.get(nouns.securityGroups.calls.list.path)) as { data: { project_id: string }[] };
  await madeBy(owner, fillPath(nouns.images.calls.share.path, { imageId }), { project_id: data[0]!.project_id });
  return imageId;
}

export const memberOfImage: MakePart = async (session, name, other) => ({
  at: `/compute/images/${await sharedImage(session, name, other)}`,
});

export const offeredImage: MakePart = async (session, name, other) => {
  await sharedImage(other, name, session);
  return { at: `/compute/images?search=${name}`, name };
};

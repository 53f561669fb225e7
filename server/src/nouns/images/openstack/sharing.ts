/** Members of images: the projects that they are offered to. */
import type { ImageShare } from '@gantry/contract/nouns/images/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import { z } from 'zod';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { ignoreNotFound, isGone, ServiceError } from '../../../engines/openstack/client/errors.ts';
import { askToChange, refreshNow, required, scopeProject, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { PATCH } from './upload.ts';

const KIND = 'image';
const placeOf = (id: string): string => `/images/${encodeURIComponent(id)}`;
const memberOf = (id: string, projectId: string): string => `${placeOf(id)}/members/${encodeURIComponent(projectId)}`;

/** It is offered already: asked for again, the same has come of it. */
const isThere = (error: unknown): boolean =>
  error instanceof ServiceError && error.httpStatus === 409 && /already/i.test(error.detail ?? '');

/** The service offers only what is called shared, which a private image is made first. */
const share = (parts: Parts): Command<ImageShare> => ({
  async accept(context, target, { project_id: member }) {
    const row = required(target);
    if (member === row.projectId) throw new GantryError('validation_failed', { fields: { project_id: [{ code: 'image_own_project' }] } });
    if (row.document.visibility !== 'shared') {
      const body = [{ op: 'replace', path: '/visibility', value: 'shared' }];
      await askToChange(parts, context, row.projectId, { service: 'image', method: 'PATCH', path: placeOf(row.id), headers: PATCH, body });
    }
    const requestId = await offered(parts, context, row, member);
    await refreshNow(parts, context, row.id, KIND);
    return { id: row.id, requestId };
  },
});

async function offered(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: { id: string; projectId: string | null },
  member: string,
): Promise<string | undefined> {
  const change = { service: 'image', method: 'POST', path: `${placeOf(id)}/members`, body: { member }, answer: z.unknown() } as const;
  try {
    return (await sendChange(parts, context, projectId, change)).requestId;
  } catch (error) {
    if (isThere(error)) return undefined;
    throw error;
  }
}

const unshare = (parts: Parts): Command<ImageShare> => ({
  async accept(context, target, { project_id: member }) {
    const row = required(target);
    const change = { service: 'image', method: 'DELETE', path: memberOf(row.id, member) } as const;
    const requestId = await ignoreNotFound(askToChange(parts, context, row.projectId, change));
    await refreshNow(parts, context, row.id, KIND);
    return { id: row.id, requestId };
  },
});

/** What the project that is worked in says to an offer, with its own token: the service takes it from nobody else. */
const saying = (parts: Parts, status: 'accepted' | 'rejected'): Command => ({
  async accept(context, target) {
    const row = required(target);
    const projectId = scopeProject(context) ?? '';
    const change = { service: 'image', method: 'PUT', path: memberOf(row.id, projectId), body: { status } } as const;
    const requestId = await askToChange(parts, context, projectId, change).catch((error: unknown) => {
      throw isGone(error) ? new GantryError('state_conflict', { reason: no('image_not_shared'), cause: error }) : error;
    });
    await refreshNow(parts, context, row.id, KIND);
    return { id: row.id, requestId };
  },
});

export const sharing = (parts: Parts): Engine['commands'] => ({
  'image.share': share(parts),
  'image.unshare': unshare(parts),
  'image.accept': saying(parts, 'accepted'),
  'image.reject': saying(parts, 'rejected'),
});

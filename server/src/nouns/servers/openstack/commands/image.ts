import { z } from 'zod';
import type { CreateImage } from '@gantry/contract/nouns/servers/bodies';
import type { Command } from '../../../../port/engine.ts';
import { findImage } from '../../../images/openstack/client.ts';
import { TASK_MARK } from '../../../../engines/openstack/client/mark.ts';
import { untilUsable } from '../../../images/openstack/usable.ts';
import { changingToken, required, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { acceptedAction } from './recover.ts';
import { settle, type Seen } from './settle.ts';

/** Lowest version that says which image it makes. */
const NEEDS = '2.45';

const memoShape = z.object({ imageId: z.string().nullable() });

/** Makes an image of a server's boot disk: done when the image can be used. */
export const createImage = (parts: Parts): Command<CreateImage> => ({
  async accept(context, target, { name }) {
    const server = required(target);
    const { requestId, body } = await parts.api.ask('compute', {
      method: 'POST',
      path: `/servers/${encodeURIComponent(server.id)}/action`,
      needs: NEEDS,
      body: { createImage: { name, metadata: { [TASK_MARK]: context.taskId } } },
      as: await changingToken(parts, context, server.projectId),
      requestId: context.requestId,
      signal: context.signal,
      answer: z.object({ image_id: z.string() }),
    });
    await Promise.all([refreshNow(parts, context, body.image_id, 'image'), refreshNow(parts, context, server.id)]);
    return { id: server.id, requestId, memo: { imageId: body.image_id }, report: body };
  },
  async settle(context, { id, requestId, memo }) {
    await settle(parts, context, { id, requestId, look: whetherTaken, endsInHistory: true });
    await untilUsable(parts, context, memoShape.parse(memo).imageId, requestId);
  },
  async recover(context, target) {
    const id = required(target);
    const accepted = await acceptedAction(parts, context, id, 'createImage');
    if (!accepted) return undefined;
    const image = await findImage(parts.api, TASK_MARK, context.taskId);
    return { id, requestId: accepted.request_id, memo: { imageId: image?.id ?? null }, ...(image && { report: { image_id: image.id } }) };
  },
});

/** The server's part is done when nothing goes on with it any more. */
const whetherTaken = (server: Seen | null) => (server === null || server.task_state === null ? 'arrived' : 'under way');

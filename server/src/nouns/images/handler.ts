import { nouns } from '@gantry/contract';
import { OFFERS_MAX } from '@gantry/contract/nouns/images/calls';
import { imageKind, type Image } from '@gantry/contract/nouns/images/entity';
import { authorised, type CallRequest } from '../../calls/call-request.ts';
import { entitiesOf } from '../../calls/entity.ts';
import type { CallOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.images;

export function imageHandlers({ store, platform }: Pick<CallOptions, 'store' | 'platform'>): Handler[] {
  return [
    // They are in no list: only who looks for offers is told of them.
    handle(calls.offers, async (request) => {
      const { visibility } = authorised(request as CallRequest);
      const { scope } = visibility;
      if (scope.type !== 'project') return { data: [] };
      const rows = await store.read.offered(imageKind.name, scope.projectId, OFFERS_MAX);
      return { data: (await entitiesOf(imageKind, rows, store.read, visibility, platform.figures)) as Image[] };
    }),
  ];
}

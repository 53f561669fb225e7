import type { FloatingIpAssign, FloatingIpCreate, FloatingIpUpdate } from '@gantry/contract/nouns/floating-ips/bodies';
import { floatingIpKind } from '@gantry/contract/nouns/floating-ips/entity';
import { isReleasable } from '@gantry/contract/nouns/floating-ips/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { FloatingIpDocument } from '../../../engines/embedded/platform/documents.ts';
import { lifecycle, documentFor, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { releaseAddresses, takeAny, takeOne } from '../../networks/embedded/addresses.ts';
import { externalNetwork } from '../../routers/embedded/gateway.ts';
import { assignFloatingIp, releaseFloatingIp } from './assign.ts';
import { NOWHERE } from './reach.ts';

/** What is done with floating IPs, all of it at once. */
export function floatingIps(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'floating_ip', FloatingIpCreate, FloatingIpUpdate>(platform, {
    kind: floatingIpKind,
    of: 'project',
    creators: {
      create: async ({ writer, context, body }, { id, created_at, project_id, domain_id }) => {
        const { floating_network_id, floating_ip_address: wanted, description, assign } = body;
        const network = await externalNetwork(platform, writer, context, { id: floating_network_id, field: 'floating_network_id' });
        const code = wanted === undefined ? undefined : await takeOne(platform, writer, network, wanted);
        if (code) throw invalid('floating_ip_address', { code });
        const ip = wanted ?? (await takeAny(platform, writer, network));
        if (ip === undefined) throw new GantryError('no_free_address', { detail: network.name });
        const floating: FloatingIpDocument = {
          id,
          name: ip,
          description: description || null,
          floating_ip_address: ip,
          ...NOWHERE,
          floating_network_id,
          floating_network_name: null,
          created_at,
          project_id,
          domain_id,
        };
        return assign ? assignFloatingIp(platform, writer, context, { floating, target: assign, at: 'assign.' }) : floating;
      },
    },
    change: (floating, { body: { description } }) => ({ ...floating, description: description || null }),
    closed: async (_platform, writer, floating) => {
      await releaseFloatingIp(platform, writer, floating);
      const network = await platform.document(writer, 'network', floating.floating_network_id);
      if (network) await releaseAddresses(platform, writer, network, [floating.floating_ip_address]);
    },
  });
  return {
    commands: {
      ...commands,
      'floating_ip.assign': doneAtOnce<FloatingIpAssign>(platform, async (writer, { context, id, body }) => {
        const floating = await documentFor({ platform, writer }, 'floating_ip', id);
        if (floating.attachment?.object_id !== (body.server_id ?? body.load_balancer_id))
          await releaseFloatingIp(platform, writer, floating);
        await putOwned(
          platform,
          writer,
          'floating_ip',
          await assignFloatingIp(platform, writer, context, { floating, target: body, at: '' }),
        );
        return floating.id;
      }),
      'floating_ip.release': doneAtOnce(platform, async (writer, { id, again }) => {
        const floating = await documentFor({ platform, writer }, 'floating_ip', id);
        // One that leads nowhere when a crash has been survived is what the task was for.
        if (!again) assertAllowed(isReleasable(floating));
        await releaseFloatingIp(platform, writer, floating);
        await putOwned(platform, writer, 'floating_ip', { ...floating, ...NOWHERE });
        return floating.id;
      }),
    },
    asyncOperations,
  };
}

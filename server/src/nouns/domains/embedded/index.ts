/** What administrators of the system do with domains. */
import { randomUUID } from 'node:crypto';
import type { DomainCreate, DomainUpdate } from '@gantry/contract/nouns/domains/calls';
import type { QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import { isDomainDeletable, isDomainEditable, isDomainWithoutBuckets } from '@gantry/contract/nouns/domains/entity';
import { groupKind } from '@gantry/contract/nouns/groups/entity';
import { userKind } from '@gantry/contract/nouns/users/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import type { z } from 'zod';
import type { DocumentOf } from '../../../port/store/rows.ts';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { assertNotOwn } from '../../../engines/shared/user-rules.ts';
import { acceptAnew, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { DomainDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { removeGroup } from '../../groups/embedded.ts';
import { removeUser } from '../../users/embedded/commands.ts';
import { domainName, takeName, takeOtherName } from '../../users/embedded/names.ts';
import { actingOf } from '../../users/embedded/rights.ts';
import { limitDomain } from './quotas.ts';

/** Rows read at once. */
const PAGE = 200;

/** The commands of domains. */
export function domains(platform: Platform): NounParts {
  const put = (writer: Writer, document: DomainDocument) =>
    writer.put({ ...platform.key('domain', document.id), domainId: document.id, projectId: null, userId: null, document });
  return {
    asyncOperations: [],
    commands: {
      'domain.create': doneAtOnce<DomainCreate>(platform, async (writer, { body }) => {
        const { name, description = '', enabled = true } = body;
        const domain: DomainDocument = { id: randomUUID(), name, description, enabled, projects_count: 0 };
        await takeName(platform, writer, nameOf(domain, name));
        await put(writer, domain);
        return domain.id;
      }),
      'domain.update': doneAtOnce<DomainUpdate>(platform, async (writer, { context, body, id }) => {
        const domain = await documentFor({ platform, writer }, 'domain', id);
        assertAllowed(isDomainEditable(domain, body));
        if (body.enabled === false) {
          const self = await platform.document(writer, 'user', context.actor.userId);
          if (self?.domain_id === domain.id) assertNotOwn({ userId: self.id }, [self.id]);
        }
        const { name = domain.name, description = domain.description, enabled = domain.enabled } = body;
        await takeOtherName(platform, writer, nameOf(domain, name), domainName(domain.name));
        await put(writer, { ...domain, name, description, enabled });
        return domain.id;
      }),
      'domain.setQuota': doneAtOnce<QuotaUpdate>(platform, async (writer, { body, id }) => {
        const domain = await documentFor({ platform, writer }, 'domain', id);
        await limitDomain(platform, writer, domain.id, body);
        return domain.id;
      }),
      'domain.delete': acceptAnew<unknown>(platform, async (writer, { context, id, again }) => {
        const domain = id === null ? undefined : await platform.document(writer, 'domain', id);
        // One that is gone when a crash has been survived is what the task was for.
        if (!domain && again && id !== null) return { id, done: true };
        if (!domain) throw new GantryError('not_found');
        assertAllowed(isDomainDeletable(domain));
        assertAllowed(isDomainWithoutBuckets(await platform.store.objects.occupancy({ domainId: domain.id })));
        const people = await allOf(platform, userKind, domain.id);
        assertNotOwn(
          await actingOf(platform, writer, context),
          people.map((user) => user.id),
        );
        for (const group of await allOf(platform, groupKind, domain.id)) await removeGroup(platform, writer, group);
        for (const user of people) await removeUser(platform, writer, { ...user, group_ids: [] });
        await platform.buckets.names.remove(writer.records, domainName(domain.name));
        await platform.buckets.domainQuotas.remove(writer.records, domain.id);
        await writer.remove(platform.key('domain', domain.id));
        return { id: domain.id, done: true };
      }),
    },
  };
}

const nameOf = ({ id }: DomainDocument, name: string) => ({ id, key: domainName(name), taken: 'domain_name_taken' });

/** All of a kind that a domain has. Changes run one after the other, so what is committed is all there is. */
async function allOf<K extends 'user' | 'group'>(platform: Platform, kind: Kind<z.ZodType, K>, domainId: string): Promise<DocumentOf<K>[]> {
  const found: DocumentOf<K>[] = [];
  let marker: string | undefined;
  do {
    const sort = { key: 'name', descending: false };
    const page = await platform.store.read.list({ kind, visibility: EVERYTHING, filters: {}, sort, limit: PAGE, domainId, marker });
    found.push(...page.rows.filter(({ engine }) => engine === platform.id).map((row) => row.document));
    marker = page.marker;
  } while (marker !== undefined);
  return found;
}

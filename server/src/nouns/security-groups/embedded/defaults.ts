/** The default security group of each project: what its interfaces have where nothing else is said. */
import { DEFAULT_GROUP } from '@gantry/contract/nouns/security-groups/rules';
import { securityGroupKind } from '@gantry/contract/nouns/security-groups/entity';
import type { ProjectDocument, SecurityGroupDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { addAmounts, NOTHING_USED } from '../../../engines/embedded/platform/amounts.ts';
import { amountsOf, releaseQuota } from '../../../engines/embedded/platform/quotas.ts';
import { ensureRows, ownedRow } from '../../../engines/embedded/platform/rows.ts';
import { idOf } from '../../../engines/embedded/platform/ids.ts';
import { openRule } from './rules.ts';

/** It follows from the project's, so that there is one at most. */
export const defaultGroupId = (engine: string, projectId: string): string => idOf(engine, 'security_group', projectId);

/** All may leave, and members of the group reach each other. */
function defaultGroup(engine: string, project: Pick<ProjectDocument, 'id' | 'domain_id'>, at: string): SecurityGroupDocument {
  const id = defaultGroupId(engine, project.id);
  const rule = (direction: 'ingress' | 'egress', ethertype: string) => ({
    ...openRule(idOf(engine, 'security_group_rule', `${project.id} ${direction} ${ethertype}`), direction, ethertype),
    remote_group_id: direction === 'ingress' ? id : null,
  });
  return {
    id,
    name: DEFAULT_GROUP,
    description: null,
    tags: [],
    security_group_rules: (['egress', 'ingress'] as const).flatMap((direction) => ['IPv4', 'IPv6'].map((type) => rule(direction, type))),
    created_at: at,
    project_id: project.id,
    domain_id: project.domain_id,
  };
}

/** Gives a new project its default group. */
export async function giveDefaultGroup(
  platform: Platform,
  writer: Writer,
  project: Pick<ProjectDocument, 'id' | 'domain_id'>,
): Promise<void> {
  const group = defaultGroup(platform.id, project, platform.now());
  await writer.put(ownedRow(platform, 'security_group', group));
  await countGroup(platform, writer, group);
}

/** Whatever the limit: nobody has asked for it. */
const countGroup = (platform: Platform, writer: Writer, group: SecurityGroupDocument): Promise<void> =>
  releaseQuota(platform, writer, group.project_id, addAmounts(NOTHING_USED, amountsOf(securityGroupKind, group), -1));

/** Gives each project its default group, where it has none: new ones, and those that an older version has made. */
export async function giveDefaultGroups(platform: Platform): Promise<void> {
  const { id: engine, store } = platform;
  for await (const page of store.read.sweep(engine, 'project')) {
    const groups = page.map(({ document }) => defaultGroup(engine, document, platform.now()));
    const rows = groups.map((group) => ownedRow(platform, 'security_group', group));
    await ensureRows(platform, 'security_group', rows, async (writer, made) => {
      for (const { document } of made) await countGroup(platform, writer, document);
    });
  }
}

import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';

/** Most members that are told, the first by name. */
export const PROJECT_MEMBERS_MAX = 1000;

/** Where the user of a member is: in the domain of the project, in another one, or nowhere that the cloud lists (a directory of its own). */
export const MEMBER_ORIGINS = ['domain', 'other_domain', 'unlisted'] as const;
const origin = z.enum(MEMBER_ORIGINS);

/** Names of roles as the cloud has them, of its own among them. */
const cloudRoles = z.array(z.string());

/** Who holds a role in a project and is not among the users of its domain to whom it is assigned as something that has a meaning here. */
export const otherMember = z.object({
  user_id: z.string(),
  /** Joined; null for readers who do not see the user. */
  name: z.string().nullable().optional(),
  from: origin,
  cloud_roles: cloudRoles,
});
export type OtherMember = z.infer<typeof otherMember>;

/** Who works in a project, as whoever leads it is told: nothing of what a user is elsewhere. */
export const projectMember = z
  .object({
    id: z.string(),
    /** Null where the user is not the reader's to see: of another domain. */
    name: z.string().nullable(),
    /** Null where that is not known. */
    enabled: z.boolean().nullable(),
    from: origin,
    /** The highest of the roles that they have there, of their own and by groups; null where only the cloud knows what they are. */
    role: z.enum(ROLES).nullable(),
    /** Empty where `role` says it. */
    cloud_roles: cloudRoles,
    /** May look and change nothing, by whatever they are there. */
    read_only: z.boolean(),
    /** Names of the groups by which they are there; empty where it is by themselves alone. */
    groups: z.array(z.string()),
  })
  .meta({ id: 'ProjectMember' });
export type ProjectMember = z.infer<typeof projectMember>;

import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';

/** Most members that are told, the first by name. */
export const PROJECT_MEMBERS_MAX = 1000;

/** Who works in a project, as whoever leads it is told: nothing of what a user is elsewhere. */
export const projectMember = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    /** The highest of the roles that they have there, of their own and by groups. */
    role: z.enum(ROLES),
    /** May look and change nothing, by whatever they are there. */
    read_only: z.boolean(),
    /** Names of the groups by which they are there; empty where it is by themselves alone. */
    groups: z.array(z.string()),
  })
  .meta({ id: 'ProjectMember' });
export type ProjectMember = z.infer<typeof projectMember>;

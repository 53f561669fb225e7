import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';
import type { Join } from '../../wire/kind.ts';

/** A project that is assigned to a user or a group, with the role there (S0 §3). `read_only`: may look and change nothing, as a cloud's `reader`. */
export const assignedProject = z.object({
  project_id: z.string(),
  /** Joined; null where the reader does not see the project. */
  project_name: z.string().nullable().optional(),
  role: z.enum(ROLES),
  read_only: z.boolean(),
});

export const assignedJoin: Join = { kind: 'project', at: 'assigned_projects', id: 'project_id', fields: { project_name: 'name' } };

import { securityGroupUpdateBody, type SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { isDefaultGroup } from '@gantry/contract/nouns/security-groups/rules';
import { z } from 'zod';

interface Draft {
  name: string;
  description: string;
}

/** Changes what a security group is called, and what is said of it; the name of the default group is not sent. */
export const change = {
  schema: (group: SecurityGroup): z.ZodType<SecurityGroupUpdate, Draft> =>
    z
      .custom<Draft>()
      .transform(({ name, description }): z.input<typeof securityGroupUpdateBody> =>
        isDefaultGroup(group) ? { description } : { name, description },
      )
      .pipe(securityGroupUpdateBody),
};

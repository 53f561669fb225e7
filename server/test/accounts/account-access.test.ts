import { describe, expect, it } from 'vitest';
import type { Standing } from '@gantry/contract/access/roles';
import { GantryError } from '@gantry/contract/wire/errors';
import { createAccessOf } from '../../src/accounts/account-access.ts';

const PROJECT = { type: 'project', projectId: 'p', domainId: 'd' } as const;
const MEMBER: Standing = { role: 'project_user', scope: PROJECT, readOnly: false };
const ACCOUNT = { id: 'a', userId: 'u', projectId: 'p' };

describe('what an account of object storage may do', () => {
  it('an account of object storage may do the most that one of its roles gives, and nothing without any', async () => {
    const accessBy = (...standings: Standing[]) => createAccessOf({ rightsNow: async () => standings })(ACCOUNT);
    expect(await accessBy()).toBe('none');
    expect(await accessBy({ ...MEMBER, readOnly: true })).toBe('read');
    expect(await accessBy({ ...MEMBER, readOnly: true }, MEMBER)).toBe('write');
    expect(await accessBy({ role: 'domain_admin', scope: { type: 'domain', domainId: 'd' }, readOnly: false })).toBe('read');
  });

  it('an account of object storage keeps its access while the identity engine is silent, unknown where it never answered', async () => {
    let standings: Standing[] | undefined;
    const accessOf = createAccessOf({
      rightsNow: async () => {
        if (!standings) throw new GantryError('engine_unavailable');
        return standings;
      },
    });
    await expect(accessOf(ACCOUNT)).rejects.toMatchObject({ code: 'engine_unavailable' });
    standings = [{ ...MEMBER, readOnly: true }];
    expect(await accessOf(ACCOUNT)).toBe('read');
    standings = undefined;
    expect(await accessOf(ACCOUNT)).toBe('read');
    await expect(accessOf({ ...ACCOUNT, projectId: 'q' })).rejects.toMatchObject({ code: 'engine_unavailable' });
  });
});

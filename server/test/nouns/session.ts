import { PASSWORD, USERS } from '../../support/app.ts';
import type { NounRights } from './rights.ts';

export const session: NounRights = {
  calls: {
    everyone: ['login', 'providers', 'logout'],
    signedIn: ['whoami', 'projects', 'sessions', 'endOthers', 'endSession', 'enterProject', 'meta'],
  },
  bodies: { login: { ...USERS['acme-member'], password: PASSWORD } },
};

import { PASSWORD, USERS } from '../support/app.ts';
import type { Specimen } from './support/specimen.ts';

export const session: Specimen = {
  calls: {
    everyone: ['login', 'providers', 'logout'],
    signedIn: [
      'whoami',
      'projects',
      'changePassword',
      'sessions',
      'endOthers',
      'endSession',
      'enterProject',
      'meta',
      'tokens',
      'createToken',
      'deleteToken',
      'credentials',
      'createCredential',
      'deleteCredential',
    ],
  },
  bodies: { login: { ...USERS['acme-member'], password: PASSWORD } },
};

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
  asked: {
    changePassword: {
      body: () => ({ current_password: PASSWORD, new_password: `${PASSWORD} 2`, confirm_password: `${PASSWORD} 2` }),
    },
    // The platform has no application credentials.
    createCredential: { refused: true },
    deleteCredential: { refused: true },
  },
  bodies: { login: { ...USERS['acme-member'], password: PASSWORD } },
};

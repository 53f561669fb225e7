import { nouns } from '@gantry/contract';
import { PASSWORD, USERS } from '../support/app.ts';
import type { Specimen } from './support/specimen.ts';

export const session: Specimen = {
  // Some would end the attackers' sessions; signing in is slow on purpose. The platform has no application credentials.
  fuzz: {
    byChance: ['endSession', 'endOthers', 'changePassword', 'deleteToken', 'credentials', 'createCredential', 'deleteCredential'],
    seldom: ['login'],
    ends: ['logout', 'endOthers'],
  },
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
    enterProject: {
      ready: async ({ make, name, domain, system }) => ({ id: await make(`/domains/${domain}/projects`, { name: name() }, system) }),
    },
    endSession: {
      ready: async ({ app }) => {
        const { data } = await (await app.as('acme-lead', 'none')).call(nouns.session.calls.sessions);
        return { id: data.find(({ is_current: isCurrent }) => isCurrent)!.id };
      },
    },
    deleteToken: {
      ready: async ({ lead }) => ({
        id: (await lead.call(nouns.session.calls.createToken, { body: { name: 'to be revoked', access: 'read', expires_in_days: 1 } })).id,
      }),
    },
    // The platform has no application credentials.
    createCredential: { refused: true },
    deleteCredential: { refused: true },
  },
  bodies: { login: { ...USERS['acme-member'], password: PASSWORD } },
};

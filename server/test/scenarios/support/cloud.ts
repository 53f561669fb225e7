/** Which cloud the scenarios run on: the embedded platform, or what the file named by GANTRY_SCENARIO describes. */
import { PASSWORD } from '../../support/sign-in.ts';
import { readCloudFile, type CloudFile, type Person } from '../../../../fakes/cloud-file.ts';

export type Cloud = CloudFile & { name: string };
export type UserRole = keyof Cloud['users'];

const sample = (username: string, project?: string): Person => ({
  domain: username === 'admin' ? 'default' : username.slice(0, username.indexOf('-')),
  username,
  password: PASSWORD,
  ...(project && { project }),
});

/** The sample tenants of an empty embedded platform. */
const EMBEDDED: Cloud = {
  name: 'embedded',
  users: {
    tenant: sample('acme-member', 'acme-prod'),
    reader: sample('acme-viewer', 'acme-prod'),
    domain_admin: sample('acme-admin'),
    system_admin: sample('admin'),
    outsider: sample('globex-member', 'globex-prod'),
  },
  server: {},
};

/** Throws where the file cannot be read, naming what is wrong with it. */
export const cloudOf = (path: string | undefined): Cloud => (path ? { ...readCloudFile(path), name: path } : EMBEDDED);

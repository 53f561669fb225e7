/**
 * What the permission matrix expects, written by hand and apart from the contract's own table of rights: the test compares both. Which call
 * belongs to which group says the file of its noun.
 */

/**
 * Who asks. `member` to `outsider` are in a project; the outsider in one of another domain, `groupMember` by a group alone. The project of
 * `disabledScope` has been disabled since it was entered, by a user of it, by the domain's administrator (`domainAdminInDisabled`) and the
 * system's; so has been the domain of `disabledDomain`, its administrator, and of `userOfDisabledDomain`, who is in a project of it.
 */
export const STANDINGS = [
  'nobody',
  'stranger',
  'expired',
  'unscoped',
  'reader',
  'member',
  'lead',
  'groupMember',
  'serviceAccount',
  'outsider',
  'disabledScope',
  'domainAdminInDisabled',
  'systemAdminInDisabled',
  'disabledDomain',
  'userOfDisabledDomain',
  'domainAdmin',
  'domainAdminInProject',
  'systemAdmin',
  'systemAdminInProject',
] as const;
export type StandingName = (typeof STANDINGS)[number];

/** `yes`, or the error of everyone in that place. */
type Outcome = 'yes' | 'unauthorized' | 'forbidden' | 'project_scope_required' | 'user_disabled';

/** What was entered is open no more: as if the token had ended; whose domain is closed is told so. */
const disabled = {
  disabledScope: 'unauthorized',
  domainAdminInDisabled: 'unauthorized',
  systemAdminInDisabled: 'unauthorized',
  disabledDomain: 'user_disabled',
  userOfDisabledDomain: 'user_disabled',
} as const;
const outside = { nobody: 'unauthorized', stranger: 'unauthorized', expired: 'unauthorized', ...disabled } as const;
const inProjects = (outcome: Outcome) => ({
  reader: outcome,
  member: outcome,
  lead: outcome,
  groupMember: outcome,
  serviceAccount: outcome,
  outsider: outcome,
});
/** What is the whole cloud's: nobody else's, whatever they do with it. */
const ofSystemAdmins = {
  ...outside,
  unscoped: 'project_scope_required',
  ...inProjects('forbidden'),
  domainAdmin: 'forbidden',
  domainAdminInProject: 'forbidden',
  systemAdmin: 'yes',
  systemAdminInProject: 'yes',
} as const;

export const EXPECTED = {
  everyone: {
    nobody: 'yes',
    stranger: 'yes',
    expired: 'yes',
    disabledScope: 'yes',
    domainAdminInDisabled: 'yes',
    systemAdminInDisabled: 'yes',
    disabledDomain: 'yes',
    userOfDisabledDomain: 'yes',
    unscoped: 'yes',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  signedIn: {
    ...outside,
    unscoped: 'yes',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  readProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  changeProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    reader: 'forbidden',
    domainAdmin: 'forbidden',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  createInProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('yes'),
    reader: 'forbidden',
    domainAdmin: 'project_scope_required',
    domainAdminInProject: 'yes',
    systemAdmin: 'project_scope_required',
    systemAdminInProject: 'yes',
  },
  readLead: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('forbidden'),
    lead: 'yes',
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  readDomain: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('forbidden'),
    domainAdmin: 'yes',
    domainAdminInProject: 'yes',
    systemAdmin: 'yes',
    systemAdminInProject: 'yes',
  },
  readSystem: ofSystemAdmins,
  changeSystem: ofSystemAdmins,
  createSystemInProject: {
    ...outside,
    unscoped: 'project_scope_required',
    ...inProjects('forbidden'),
    domainAdmin: 'project_scope_required',
    domainAdminInProject: 'forbidden',
    systemAdmin: 'project_scope_required',
    systemAdminInProject: 'yes',
  },
} satisfies Record<string, Readonly<Record<StandingName, Outcome>>>;
/** Calls that ask for the same right. */
export type Group = keyof typeof EXPECTED;

/** Where a thing lies: in acme-prod, in globex-prod, in the platform itself, nowhere. */
export const PLACES = ['acme', 'globex', 'platform', 'nowhere'] as const;
export type Place = (typeof PLACES)[number];

/** Whose a kind's things are: a project's, a user's own, a domain's, or the platform's. */
export type Owner = 'project' | 'user' | 'domain' | 'platform';

/** Who finds a thing of a place: by its project, its domain, or all of them. The platform's own things belong to the system scope. */
export const FINDS: Readonly<Record<Owner, Readonly<Partial<Record<Place, readonly StandingName[]>>>>> = {
  project: {
    acme: ['reader', 'member', 'lead', 'groupMember', 'serviceAccount', 'domainAdmin', 'domainAdminInProject', 'systemAdmin'],
    globex: ['outsider', 'systemAdmin'],
  },
  // Of the member of acme-prod, of that of globex-prod: the others of a project do not find it.
  user: {
    acme: ['member', 'domainAdmin', 'systemAdmin'],
    globex: ['outsider', 'systemAdmin'],
  },
  // Only those find it who administer, wherever they are.
  domain: {
    acme: ['domainAdmin', 'domainAdminInProject', 'systemAdmin', 'systemAdminInProject'],
    globex: ['systemAdmin', 'systemAdminInProject'],
  },
  platform: { platform: ['systemAdmin', 'systemAdminInProject'] },
};

/** What a status means at a glance; the word beside it says the rest, so that nothing hangs on colour alone. */
export type Tone = 'ok' | 'progress' | 'warning' | 'error' | 'neutral';

/** The statuses that things of one kind may have, each with its tone, in the order in which lists offer them (screens 0.5). */
export type Statuses = Readonly<Record<string, Tone>>;

/** Their names. */
export const statusNames = <const S extends Statuses>(statuses: S): (keyof S & string)[] => Object.keys(statuses) as (keyof S & string)[];

/** Whether a status is one of them. */
export const isStatus = <const S extends Statuses>(statuses: S, status: string): status is keyof S & string =>
  Object.hasOwn(statuses, status);

/** How a status looks; one that nobody declared looks neutral. */
export const toneOf = (statuses: Statuses, status: string): Tone => (isStatus(statuses, status) ? statuses[status]! : 'neutral');

/** Whether people may use something: a user, a project, a domain, a key (S1 §3). */
export const ENABLED_STATUSES = { enabled: 'ok', disabled: 'neutral' } as const satisfies Statuses;
export type EnabledStatus = keyof typeof ENABLED_STATUSES;
export const enabledStatusOf = (isEnabled: boolean): EnabledStatus => (isEnabled ? 'enabled' : 'disabled');

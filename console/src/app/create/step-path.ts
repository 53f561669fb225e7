/** Key of the last step. */
export const SUMMARY = 'summary';

/** A page whose steps have addresses, as the router writes it. */
export const stepPath = <P extends string>(path: P) => `${path}/{-$step}` as const;

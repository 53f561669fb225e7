/** How many servers there are in all. */
export const ALL_SERVERS = { limit: 1, with_count: true } as const;

/** Milliseconds until figures that no event tells of are read again while they show. */
export const FIGURES_MS = 30_000;

/** Milliseconds until figures that no event tells of are read again while they show. */
export const FIGURES_MS = 30_000;

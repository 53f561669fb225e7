/** What of capacity was used before: from whoever measures a cloud, where the platform has kept nothing. */

/** Figures by their names and by instants (milliseconds since 1970); what is no number is null. */
export type PastFigures = ReadonlyMap<string, ReadonlyMap<number, number | null>>;

/** Whose figures are wanted of which past instants: milliseconds since 1970, both ends included. */
export interface PastFiguresQuery {
  /** What of the project's quota was used; null: what virtual machines were promised of all compute nodes. */
  projectId: string | null;
  from: number;
  to: number;
  step: number;
}

/**
 * What was used of capacity at past instants, by the names and in the units of the contract's capacities, as far as it is known: all of a subject
 * in one query, which takes `patience` milliseconds at most. Throws engine_unavailable.
 */
export type PastFiguresRead = (query: PastFiguresQuery, limits: { patience: number; signal: AbortSignal }) => Promise<PastFigures>;

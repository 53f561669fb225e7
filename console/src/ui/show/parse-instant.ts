class InvalidDateError extends Error {
  constructor(text: string) {
    super(`Invalid date: ${text}`);
    this.name = 'InvalidDateError';
  }
}

/** A point in time as the API writes it. Throws an InvalidDateError for a text that is none (S1 §8). */
export function parseInstant(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidDateError(text);
  return date;
}

/** What a notification makes us look at; its own content never reaches the store (rule 13). */
export interface Touched {
  kind: string;
  /** Null: the whole kind. */
  id: string | null;
}

/** A notification of a service. */
export interface Notice {
  /** `instance.update`, `subnet.create.end`. */
  event: string;
  body: Readonly<Record<string, unknown>>;
  /** The compute service wraps what it announces; empty for the other services. */
  versioned: Readonly<Record<string, unknown>>;
}

/** What is touched by notifications, by the first word of their event: `instance`. */
export type Notices = Readonly<Record<string, (notice: Notice) => Touched[]>>;

export const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A text, or null where there is none. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** One resource of a kind; nothing where the notification does not name it. */
export const one = (kind: string, id: string | null): Touched[] => (id === null ? [] : [{ kind, id }]);

/** The network service announces each request twice: only its end says that something has changed. */
export const atEnd =
  (touched: Notices[string]): Notices[string] =>
  (of) =>
    of.event.endsWith('.end') ? touched(of) : [];

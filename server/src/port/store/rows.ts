/** Rows of the store: what they are, whose they are, and what a caller sees of them. */
import type { Entities } from '@gantry/contract';
import type { Scope } from '@gantry/contract/access/roles';

/** ISO 8601, UTC, milliseconds, `Z`. Sorts as text. */
export type Instant = string;

export type Document = Readonly<Record<string, unknown>>;

/** Documents by the names of their kinds: what readers get, without its revision. What is joined when it is read is null in them, or absent. */
export type Documents = { [K in keyof Entities]: Omit<Entities[K], 'revision'> };

/** The document of a kind, as far as it is known which one that is. */
export type DocumentOf<K extends string> = K extends keyof Documents ? Documents[K] : Document;

/** Who a row belongs to. A row of the platform itself (a node) has none of the three. */
export interface Owner {
  domainId: string | null;
  projectId: string | null;
  userId: string | null;
}

/**
 * Visibility beyond the owner: public flavors, shared images, network RBAC. Only `accepted` shares make a row visible in lists and events; what is
 * offered (`pending`, `rejected`; a community image is offered to all) is found by its id only.
 */
export interface Share {
  target: 'public' | `project:${string}` | `domain:${string}`;
  state: 'pending' | 'accepted' | 'rejected';
}

/** Identity of a row: which engine instance, which kind, the engine's own id. */
export interface RowKey<K extends string = string> {
  engine: string;
  kind: K;
  id: string;
}

export interface RowInput extends RowKey, Owner {
  document: Document;
  /** Absent: those the row has stay. Kinds that are not shareable have none. */
  shares?: readonly Share[];
  /** The document is what a cloud says. Else a member that is what readers get in place of an unreadable one stays as it is stored, unless it is set (`Writer.setting`). */
  isFromCloud?: boolean;
  /** Members that the cloud could not be asked for this time: as readers have them, and stored as members that no cloud says are. */
  carried?: readonly string[];
}

export interface Row<K extends string = string> extends RowKey<K>, Owner {
  /** As the schema of the kind promises it: what is stored otherwise is replaced. */
  document: DocumentOf<K>;
  /** Names of members that were replaced; absent where all of it fits. */
  unreadable?: readonly string[];
  schemaVersion: number;
  /** Grows by one with each change that shows in the log. */
  revision: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A caller's visibility, made from the scope by `access/visibility.ts` and turned into SQL by the store. `userId`: own key pairs and the like. */
export interface Visibility {
  scope: Scope;
  userId: string;
  domainId: string;
}

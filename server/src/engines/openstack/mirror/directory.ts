import { z } from 'zod';
import type { Reader } from '../../../port/store/reader.ts';
import type { RowInput } from '../../../port/store/rows.ts';
import type { Api } from '../client/api.ts';
import { isGone, isUnreadable } from '../client/errors.ts';

const owned = z.object({ project: z.object({ domain_id: z.string() }) });

/** Milliseconds during which a project that does not exist is not requested again. */
const ABSENT_MS = 60_000;

/** What servers inherit from the image they were made of. */
interface ImageFacts {
  osType: string | null;
  adminUser: string | null;
  /** Whether the guest listens to its hypervisor. */
  guestAgent: boolean;
}

const UNKNOWN_IMAGE: ImageFacts = { osType: null, adminUser: null, guestAgent: false };
const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The few facts of one kind that rows of another need: the domain of a project, the id behind a flavor's name, what an image brings.
 * Filled from the store at the start, kept by what the mirror writes; a project that is not known yet is requested.
 */
export class Directory {
  readonly #api: Api;
  readonly #domains = new Map<string, string>();
  readonly #flavors = new Map<string, string>();
  readonly #images = new Map<string, ImageFacts>();
  readonly #absent = new Map<string, number>();

  constructor(api: Api) {
    this.#api = api;
  }

  async load(read: Reader, engine: string): Promise<void> {
    for (const kind of ['project', 'flavor', 'image'])
      for await (const rows of read.sweep(engine, kind)) for (const row of rows) this.#learn(kind, row.id, row.document);
  }

  learn(row: RowInput): void {
    this.#learn(row.kind, row.id, row.document);
  }

  forget(kind: string, id: string): void {
    if (kind === 'project') this.#domains.delete(id);
    if (kind === 'image') this.#images.delete(id);
    if (kind === 'flavor') for (const [name, flavor] of this.#flavors) if (flavor === id) this.#flavors.delete(name);
  }

  /** The domain of a project; null where the project is gone although resources of it remain. Throws engine_unavailable. */
  async domainOf(projectId: string): Promise<string | null> {
    const known = this.#domains.get(projectId);
    if (known !== undefined) return known;
    if (projectId === '' || Date.now() - (this.#absent.get(projectId) ?? 0) < ABSENT_MS) return null;
    try {
      const request = { path: `/projects/${encodeURIComponent(projectId)}`, answer: owned };
      const { project } = (await this.#api.ask('identity', request)).body;
      this.#domains.set(projectId, project.domain_id);
      return project.domain_id;
    } catch (error) {
      if (!isGone(error) && !isUnreadable(error)) throw error;
      this.#absent.set(projectId, Date.now());
      return null;
    }
  }

  flavorId = (name: string): string | null => this.#flavors.get(name) ?? null;
  image = (id: string | null): ImageFacts => (id === null ? undefined : this.#images.get(id)) ?? UNKNOWN_IMAGE;

  #learn(kind: string, id: string, document: RowInput['document']): void {
    const { name, domain_id: domainId, os_type: osType, username: adminUser, allow_set_password: guestAgent } = document;
    if (kind === 'project' && typeof domainId === 'string' && domainId !== '') this.#domains.set(id, domainId);
    if (kind === 'flavor' && typeof name === 'string') {
      this.forget(kind, id);
      this.#flavors.set(name, id);
    }
    if (kind === 'image') this.#images.set(id, { osType: textOr(osType), adminUser: textOr(adminUser), guestAgent: guestAgent === true });
  }
}

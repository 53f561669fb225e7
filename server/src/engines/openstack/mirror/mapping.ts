/** Documents of things that say what their service says: by tables, where no function is needed. */
import type { Document, RowInput } from '../../../port/store/rows.ts';
import { sharedWith } from '../../shared/shared-with.ts';
import type { MirrorContext } from './strategy.ts';

/** By member of the document: the member of the service's answer that it copies (null where there is none), or what it is made of. */
export type Mapping<T> = Readonly<Record<string, (keyof T & string) | ((resource: T) => unknown)>>;

/** A document by its table; its id is the service's. */
export const documentBy = <T extends { id: string }>(mapping: Mapping<T>, resource: T): Document => ({
  id: resource.id,
  ...Object.fromEntries(
    Object.entries(mapping).map(([member, from]) => [member, typeof from === 'function' ? from(resource) : (resource[from] ?? null)]),
  ),
});

/** Rows of things that belong to projects, which their documents name with the domain. @param projectOf id of the project of one */
export const ofProjects =
  <T extends { id: string }>(kind: string, projectOf: (resource: T) => string, mapping: Mapping<T>) =>
  async ({ engine, directory }: MirrorContext, resource: T): Promise<RowInput> => {
    const projectId = projectOf(resource);
    const domainId = await directory.domainOf(projectId);
    const document = { ...documentBy(mapping, resource), project_id: projectId, domain_id: domainId ?? '' };
    return { engine, kind, id: resource.id, domainId, projectId, userId: null, document };
  };

/** Rows of things that are there for everybody. */
export const forEveryone =
  <T extends { id: string }>(kind: string, mapping: Mapping<T>) =>
  ({ engine }: MirrorContext, resource: T): RowInput => ({
    engine,
    kind,
    id: resource.id,
    domainId: null,
    projectId: null,
    userId: null,
    document: documentBy(mapping, resource),
    shares: sharedWith('everyone'),
  });

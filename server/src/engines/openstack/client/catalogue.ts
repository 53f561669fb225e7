import { z } from 'zod';
import { SERVICES, type ServiceName } from './errors.ts';
import type { Wrong } from './items.ts';

const endpoint = z.object({ interface: z.string(), region_id: z.string().nullish(), url: z.string() });
const entry = z.object({ type: z.string(), endpoints: z.array(z.unknown()) });

/** Services with where they are. */
export type Catalogue = (Pick<z.infer<typeof entry>, 'type'> & { endpoints: z.infer<typeof endpoint>[] })[];

/** Those of some entries that can be read; `note` is told of the others. */
function readable<S extends z.ZodType>(item: S, entries: readonly unknown[], note: (wrong: Wrong) => void): z.output<S>[] {
  return entries.flatMap((one) => {
    const { data, error } = item.safeParse(one);
    if (error === undefined) return [data];
    const id = z.object({ id: z.string() }).safeParse(one).data?.id ?? null;
    note({ id, problem: z.prettifyError(error) });
    return [];
  });
}

/** The service catalogue of a token, as Keystone writes it. What cannot be read of it is left out: `wrong`. */
export const catalogueShape = z.array(z.unknown()).transform((listed) => {
  const wrong: Wrong[] = [];
  const note = (one: Wrong) => void wrong.push(one);
  const catalogue: Catalogue = readable(entry, listed, note).map(({ type, endpoints }) => ({
    type,
    endpoints: readable(endpoint, endpoints, note),
  }));
  return { catalogue, wrong };
});

/** Service types, the present name first, then the ones older clouds use. */
const TYPES: Readonly<Record<ServiceName, readonly string[]>> = {
  identity: ['identity'],
  compute: ['compute'],
  image: ['image'],
  network: ['network'],
  volume: ['block-storage', 'volumev3', 'block-store', 'volume'],
  placement: ['placement'],
  load_balancer: ['load-balancer'],
  key_manager: ['key-manager'],
};

/** The services of ours that a catalogue lists, by each type that it lists them by. */
export const typesIn = (catalogue: Catalogue): { service: ServiceName; type: string }[] =>
  SERVICES.flatMap((service) =>
    TYPES[service].filter((type) => catalogue.some((entry) => entry.type === type)).map((type) => ({ service, type })),
  );

/**
 * The address of a service in a region, or undefined where the cloud does not have it. `{project}` in it stands for the project of the
 * token that is used.
 */
export function endpointOf(
  catalogue: Catalogue,
  service: ServiceName,
  where: { region: string | undefined; interface: string },
  projectId: string | undefined,
): string | undefined {
  for (const type of TYPES[service]) {
    const endpoint = catalogue
      .filter((entry) => entry.type === type)
      .flatMap((entry) => entry.endpoints)
      .find((item) => item.interface === where.interface && (!where.region || item.region_id === where.region));
    if (endpoint) return asTemplate(endpoint.url.replace(/\/+$/, ''), projectId);
  }
  return undefined;
}

/** Keystone fills the token's project into some addresses (`…/v3/<project>`); other tokens need their own there. */
const asTemplate = (url: string, projectId: string | undefined): string =>
  projectId ? url.replace(new RegExp(`/(AUTH_)?${projectId}$`), '/$1{project}') : url;

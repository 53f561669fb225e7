import { z } from 'zod';
import { SERVICES, type ServiceName } from './errors.ts';

/** The service catalogue of a token, as Keystone writes it. */
export const catalogueShape = z.array(
  z.object({
    type: z.string(),
    endpoints: z.array(z.object({ interface: z.string(), region_id: z.string().nullish(), url: z.string() })),
  }),
);
export type Catalogue = z.infer<typeof catalogueShape>;

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

/** Keystone's access rules: which requests an application credential is good for, whatever its roles allow. */
import { z } from 'zod';
import type { CredentialAccess } from '@gantry/contract/nouns/session/application-credentials';
import type { Api, UserToken } from '../client/api.ts';
import { typesIn, type Catalogue } from '../client/catalogue.ts';
import { ServiceError, type ServiceName } from '../client/errors.ts';

export const accessRule = z.object({ service: z.string(), method: z.string(), path: z.string() });
type AccessRule = z.infer<typeof accessRule>;

const READING = ['GET', 'HEAD'];
/** Of Keystone only what a client needs to find its way: elsewhere it shows secrets, such as keys for EC2, that open more. */
const IDENTITY_PATHS = ['auth/catalog', 'auth/projects', 'auth/domains', 'projects', 'projects/*', 'users/*', 'roles'];
/** In Keystone's patterns `*` is one segment of a path and `**` any number: addresses begin with whatever the cloud puts before the version. */
const pathsOf = (service: ServiceName): string[] => (service === 'identity' ? IDENTITY_PATHS.map((path) => `/**/${path}`) : ['/**']);

/**
 * Rules that let a credential read from all services that Gantry knows and change nothing: without a rule there is no access. Each service
 * compares them with the type that it has in the catalogue, so that each of its types has rules.
 */
export const rulesThatRead = (catalogue: Catalogue): AccessRule[] =>
  typesIn(catalogue).flatMap(({ service, type }) =>
    pathsOf(service).flatMap((path) => READING.map((method) => ({ service: type, method, path }))),
  );

/** What rules leave of the rights of a credential; Keystone tells none of one that has all. */
export function accessOf(rules: readonly AccessRule[] | null | undefined): CredentialAccess {
  if (!rules) return 'full';
  return rules.every(({ method }) => READING.includes(method)) ? 'read' : 'limited';
}

/** Something that no service has: where a token is good, the answer is 404. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
const ASKED = { compute: '/servers', network: '/networks', volume: '/volumes', image: '/images' } as const;

/**
 * The services that refuse a token with rules. Those that do not know their own type (`service_type` of `[keystone_authtoken]`) cannot compare
 * rules with requests, and take no such token at all. What does not answer refuses nothing.
 */
export async function refusingRules(api: Api, as: UserToken, requestId: string): Promise<ServiceName[]> {
  const refuses = async (service: keyof typeof ASKED): Promise<boolean> => {
    const needs = service === 'compute' ? { needs: '2.47' } : {};
    try {
      await api.ask(service, { path: `${ASKED[service]}/${NOTHING}`, as, requestId, answer: z.unknown(), ...needs });
    } catch (error) {
      return error instanceof ServiceError && error.httpStatus === 401;
    }
    return false;
  };
  const services = (Object.keys(ASKED) as (keyof typeof ASKED)[]).filter((service) => api.catalogued(service));
  const refusals = await Promise.all(services.map(refuses));
  return services.filter((_service, n) => refusals[n]);
}

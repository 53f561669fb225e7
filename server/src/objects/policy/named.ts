/** Users and projects by the names that policies have for them. */
import type { S3People } from '../../port/accounts.ts';
import { malformed, type Named } from './document.ts';

/**
 * The id, as sign-in knows it, of whom a policy names: each is looked up once. Throws MalformedPolicy where the domain has no such user or project:
 * a name of another domain counts as one of nobody.
 */
export function lookUpIn(people: Pick<S3People, 'principal'>, domainId: string): (named: Named) => Promise<string> {
  const known = new Map<string, string>();
  return async (named) => {
    const about = `${named.kind}/${named.id}`;
    const found = known.get(about) ?? (await people.principal(domainId, named));
    if (found === undefined) throw malformed(`Invalid principal in policy: arn:aws:iam:::${about}`);
    known.set(about, found);
    return found;
  };
}

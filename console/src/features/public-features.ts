import type { Feature } from '../app/feature.ts';
import { errors } from './errors/index.ts';
import { session } from './session/index.ts';

/** What shows before anybody is signed in: all that the entry chunk knows. */
export const publicFeatures: readonly Feature[] = [session, errors];

/** These and all nouns, in a chunk that the entry asks for: on the sign-in page while people type, elsewhere at once. */
export const loadFeatures = (): Promise<readonly Feature[]> => import('./index.ts').then(({ features }) => features);

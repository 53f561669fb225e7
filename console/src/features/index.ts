import type { Feature } from '../app/feature.ts';

/** The nouns of the console, one line each. The order is the order of the menu. */
export const features: readonly Feature[] = [];

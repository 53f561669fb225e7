import type { Specimen } from './support/specimen.ts';

export const platform: Specimen = {
  calls: { everyone: ['locales', 'config', 'features'], signedIn: ['about', 'openapi'] },
};

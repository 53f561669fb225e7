import type { NounRights } from './rights.ts';

export const platform: NounRights = {
  calls: { everyone: ['locales', 'config'], signedIn: ['about', 'openapi'] },
};

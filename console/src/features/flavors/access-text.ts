import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { TFunction } from 'i18next';

/** Who may use a flavor, in words. */
export const accessText = (t: TFunction<'flavors'>, { is_public: isPublic, project_ids: projects }: Flavor): string =>
  isPublic ? t('access.all') : t('access.some', { count: projects?.length ?? 0 });

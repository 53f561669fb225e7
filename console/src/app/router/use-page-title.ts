import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureRoute } from '../feature.ts';
import { useStore } from '../store.ts';
import { pageNameStore } from './page-name.ts';
import { useOpenPage } from './use-page.ts';

/** Title of a page: its text, or what its function makes of the path and of the name the page has announced (S0 §2). */
export function titleOf(page: FeatureRoute, t: TFunction, params: Readonly<Record<string, string>>, name: string | undefined): string {
  return typeof page.title === 'function' ? page.title({ t, params, name }) : t(page.title as 'product');
}

/** `page title - product`; only the product while no page is open (S0 §2, decision D13). */
export const documentTitle = (title: string | undefined, product: string): string => (title ? `${title} - ${product}` : product);

/** Keeps the title of the browser's tab. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const open = useOpenPage();
  const name = useStore(pageNameStore, (page) => page.name);
  const title = documentTitle(open && titleOf(open.page, t, open.params, name), t('product'));
  useEffect(() => {
    document.title = title;
  }, [title]);
}

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextResources } from '../i18n/resources.ts';

/** Texts that a noun has under the same keys as every other one, for the pages that all nouns share. */
export interface ListTexts {
  title: { list: string };
  list: { label: string; filters: string; 'empty-title': string; 'empty-body': string };
}
export interface DetailsTexts {
  title: { details: string };
  details: { 'not-found': string; 'not-found-body': string };
}
export interface DeleteTexts {
  confirm: {
    'delete-title': string;
    'delete-body': string;
    'bulk-delete-title_other': string;
    'bulk-delete-body': string;
  };
}
/** Texts of a noun with a list, a page of each thing and a form for a new one. */
export interface SectionTexts extends ListTexts, DetailsTexts, DeleteTexts {
  title: ListTexts['title'] & DetailsTexts['title'] & { add: string };
  list: ListTexts['list'] & { add: string };
  add: { label: string; submit: string };
  field: { name: string };
}

/** Nouns whose texts have what a page needs. */
export type NounWith<T> = { [N in keyof TextResources]: TextResources[N] extends T ? N : never }[keyof TextResources];

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
type KeyOf<T> = Leaves<T> extends infer K ? (K extends `${infer Base}_other` ? Base : K) : never;

/** The texts of a noun that is not known before: `text('list.label')`. */
export function useNounText<T>(noun: NounWith<T>): (key: KeyOf<T> & string, values?: Readonly<Record<string, unknown>>) => string {
  const { t } = useTranslation(noun as 'shell');
  return useCallback((key, values) => t(key as 'product', { ...values }), [t]);
}

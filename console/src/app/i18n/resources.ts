import type resource from '../resource/texts/en.json';
import type ui from '../../ui/texts/en.json';
import type shell from '../texts/en.json';

/**
 * Namespaces of texts. Each feature adds its own in its index.ts:
 * `declare module '../../app/i18n/resources.ts' { interface TextResources { servers: typeof en } }`.
 */
export interface TextResources {
  shell: typeof shell;
  ui: typeof ui;
  /** What all nouns say alike. */
  resource: typeof resource;
}

/** The keys of a tree of texts: `title.list`. */
export type KeyIn<T> = T extends string
  ? ''
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyIn<T[K]>}` }[keyof T & string];

/** A key of any namespace, with it in front: `servers:title.list`. */
export type TextKey = { [N in keyof TextResources & string]: `${N}:${KeyIn<TextResources[N]>}` }[keyof TextResources & string];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: TextResources;
  }
}

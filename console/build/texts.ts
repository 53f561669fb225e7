import { readFile } from 'node:fs/promises';
import { LOCALES } from '@gantry/contract/constants';
import type { Plugin } from 'vite';
import { inLanguage, type ManyLanguages } from '../src/app/i18n/one-language.ts';

const ALL = /\/texts\.json\?languages$/;
// oxlint-disable-next-line no-control-regex -- that is how such modules are named
const MADE = /^\0(.*\/texts\.json):languages$/;
const ONE = /^(.*\/texts\.json)\?(?:import&)?in=(\w\w)$/;

/**
 * Takes a noun's `texts.json`, which says each sentence in all languages, apart: `texts.json?in=de` is one of them, a file of its own for the
 * browser, and `texts.json?languages` says how each is loaded (`TextFiles`).
 */
export const textsByLanguage: Plugin = {
  name: 'gantry:texts-by-language',
  enforce: 'pre',
  // What is made of a JSON file must not be taken for one.
  resolveId: {
    filter: { id: ALL },
    async handler(source, importer) {
      const file = await this.resolve(source.replace('?languages', ''), importer);
      return file && `\0${file.id}:languages`;
    },
  },
  load: {
    filter: { id: [MADE, ONE] },
    async handler(id) {
      const [, all] = MADE.exec(id) ?? [];
      if (all) {
        const loaders = LOCALES.map((one) => `'./${one}.json': () => import('${all}?in=${one}').then((texts) => texts.default)`);
        return `export default {${loaders.join(', ')}};`;
      }
      const [, file = '', language = ''] = ONE.exec(id) ?? [];
      this.addWatchFile(file);
      const texts = inLanguage(JSON.parse(await readFile(file, 'utf8')) as ManyLanguages, language);
      return { code: `export default ${JSON.stringify(texts)};`, moduleType: 'js' };
    },
  },
};

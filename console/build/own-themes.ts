import type { Plugin } from 'vite';

const OTHER_THEME = /\.pf-v6-theme-(felt|glass|high-contrast|redhat)\b/;

/** Styles without the variables of other themes: a quarter of those of the sign-in page. */
const withoutThemes = (styles: string): string =>
  styles.replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) =>
    selectors.split(',').every((selector) => OTHER_THEME.test(selector)) ? '' : rule,
  );

/** An icon without the picture of another theme, which every icon would draw beside the own one, and hide. */
const withoutPictures = (icon: string): string => icon.replace(/^ *rhUiIcon: (?:null|\{.*\}),$/m, '');

/** By the files of PatternFly that hold something for themes. */
const PARTS: readonly [file: RegExp, without: (code: string) => string][] = [
  [/\/@patternfly\/patternfly\/base\/patternfly-variables\.css$/, withoutThemes],
  [/\/@patternfly\/react-icons\/dist\/esm\/icons\/[\w-]+-icon\.js$/, withoutPictures],
];

/** Leaves out what is for themes that the console never puts on. Fails where PatternFly writes them in another way than it did. */
export const ownThemesOnly: Plugin = {
  name: 'gantry:own-themes-only',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const without = PARTS.find(([file]) => file.test(id))?.[1];
    if (!without) return undefined;
    const rest = without(code);
    if (rest === code) throw new Error(`${id} has changed: where is what other themes need?`);
    return { code: rest, map: null };
  },
};

/** How the texts of a noun are loaded, language by language (`build/texts.ts`). */
declare module '*/texts.json?languages' {
  import type { TextFiles } from './app/feature.ts';

  const files: TextFiles;
  export default files;
}

/** Where the licences of what is shipped are, a text (`build/third-party`). */
declare module 'virtual:third-party' {
  const address: string;
  export default address;
}

/** How the texts of a noun are loaded, language by language (`texts-plugin.ts`). */
declare module '*/texts.json?languages' {
  import type { TextFiles } from './app/feature.ts';

  const files: TextFiles;
  export default files;
}

import { runnerImport, type Plugin } from 'vite';
import type { Feature } from '../src/app/feature.ts';

/** A page as its feature declares it. */
export interface DeclaredPage {
  /** As the router writes it: `/compute/instances/$serverId`. */
  path: string;
  noun: string;
  /** Files of the sources that it loads when it opens. */
  modules: string[];
  /** What it begins with. */
  first: { call: { path: string; subject: string }; spec?: unknown } | undefined;
}

/** Modules that pages have asked for, while they are asked what they load. */
const asked: string[] = [];

/** Where it stands what a page loads: in its feature, and in the frames of routes. */
const PAGES = ['features', 'app/resource', 'app/view'];

/** Notes what a page would load instead of loading it: `import('./page.tsx')` answers a module whose exports do nothing. */
const noting = (root: string): Plugin => ({
  name: 'gantry:note-pages',
  enforce: 'pre',
  transform: (code, id) =>
    PAGES.some((folder) => id.startsWith(`${root}/src/${folder}/`))
      ? code.replace(
          /\bimport\((['"])(\.[^'"]+)\1\)/g,
          (_, quote: string, path: string) =>
            `globalThis.gantryNote(new URL(${quote}${path}${quote}, ${JSON.stringify(`file://${id}`)}).pathname)`,
        )
      : undefined,
});

/** Asks the features of these sources for their pages, and each page for what it loads. */
export async function declaredPages(root: string): Promise<DeclaredPage[]> {
  const anything: object = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => anything) });
  Object.assign(globalThis, { gantryNote: async (file: string) => (asked.push(file), anything) });
  const { module } = await runnerImport<{ features: readonly Feature[] }>(`${root}/src/features/index.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [noting(root)],
  });
  const pages: DeclaredPage[] = [];
  for (const { noun, routes } of module.features)
    for (const route of routes) {
      asked.length = 0;
      await route.load();
      const call = route.list?.call ?? route.item;
      pages.push({
        path: route.path,
        noun,
        modules: [...new Set(asked)],
        first: call && { call: { path: call.path, subject: call.subject }, ...(route.list && { spec: route.list.spec }) },
      });
    }
  return pages;
}

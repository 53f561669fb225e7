import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { SHIPPED, thirdPartyFile } from './file.ts';
import { shippedPackages } from './packages.ts';

/** The module that says where the file is; see `third-party.d.ts`. */
const ADDRESS = 'virtual:third-party';
/** Its name in the folder of the build, for who looks there. */
const NAME = 'third-party.txt';

const root = join(import.meta.dirname, '../../..');

/** The folder of the package that a module is of; undefined where it is ours. */
const packageOf = (id: string): string | undefined => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0];

/**
 * Ships the licences of what is shipped: as a file among the assets, whose address `virtual:third-party` is, and beside index.html. Fails
 * where the bundle holds a package that is not in it. Without a build the address is the text itself.
 */
export const thirdPartyLicences: Plugin = {
  name: 'gantry:third-party-licences',
  resolveId: (id) => (id === ADDRESS ? `\0${ADDRESS}` : undefined),
  load(id) {
    if (id !== `\0${ADDRESS}`) return undefined;
    const source = thirdPartyFile(root);
    if (this.environment.mode !== 'build') return `export default ${JSON.stringify(`data:text/plain,${encodeURIComponent(source)}`)};`;
    this.emitFile({ type: 'asset', fileName: NAME, source });
    const reference = this.emitFile({ type: 'asset', name: NAME, source });
    return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
  },
  generateBundle() {
    // Modules go by where their packages really are, which a link may lead to.
    const known = new Set(shippedPackages(root, SHIPPED).map(({ folder }) => realpathSync(join(root, folder))));
    const unknown = [...this.getModuleIds()].flatMap((id) => packageOf(id) ?? []).filter((folder) => !known.has(folder));
    if (unknown.length > 0) throw new Error(`Shipped without a licence: ${[...new Set(unknown)].join(', ')}`);
  },
};

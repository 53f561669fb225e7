import type { Plugin } from 'vite';

/** A declaration of a variable of PatternFly's. One whose value holds a text or an address stays: what ends such a value is not told by this. */
const DECLARATION = /([{;])(--pf-[\w-]+):(?:[^;{}"'()]|\((?:[^()"']|\([^()"']*\))*\))*(?=[;}])/g;
const REFERENCE = /var\((--[\w-]+)/g;
const NAME = /--pf-[\w-]+/g;

/** Styles without the variables that no other style and no script asks for, nor what only these ask for. */
export function withoutUnused(styles: ReadonlyMap<string, string>, scripts: readonly string[]): Map<string, string> {
  const named = new Set(scripts.flatMap((script) => script.match(NAME) ?? []));
  let now = new Map(styles);
  for (;;) {
    const used = new Set(named);
    for (const style of now.values()) for (const [, name] of style.matchAll(REFERENCE)) used.add(name!);
    let dropped = 0;
    const drop = (declaration: string, before: string, name: string): string => {
      if (used.has(name)) return declaration;
      dropped += 1;
      return before;
    };
    const tidy = (style: string): string =>
      style.replace(DECLARATION, drop).replace(/;{2,}/g, ';').replaceAll('{;', '{').replaceAll(';}', '}');
    now = new Map([...now].map(([file, style]) => [file, tidy(style)]));
    if (dropped === 0) return now;
  }
}

/** Leaves out the variables of PatternFly's styles that nothing of the console uses: a seventh of the sign-in page's. */
export const unusedVariables: Plugin = {
  name: 'gantry:unused-variables',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const styles = new Map<string, string>();
    const scripts: string[] = [];
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type === 'chunk') scripts.push(output.code);
      else if (file.endsWith('.css')) styles.set(file, String(output.source));
    }
    for (const [file, style] of withoutUnused(styles, scripts)) {
      const output = bundle[file];
      if (output?.type === 'asset') output.source = style;
    }
  },
};

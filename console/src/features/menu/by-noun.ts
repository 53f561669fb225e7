/** Menu labels of all nouns, in one language. */
export type MenuLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `{'../servers/texts/en.json': {…}}` → `{servers: {…}}`. Nouns without a menu have no labels. */
export const byNoun = (files: Readonly<Record<string, unknown>>): MenuLabels =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, labels]) =>
      labels === undefined ? [] : [[path.split('/')[1] ?? '', labels as Readonly<Record<string, string>>]],
    ),
  );

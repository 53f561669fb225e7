const PREFIX = 'trait:';

/** Extra spec by which a flavor, or property by which an image asks for a trait: `trait:HW_GPU` = `required`. */
export const traitSpec = (id: string): string => `${PREFIX}${id}`;

/** Traits that servers of a flavor need of their node, out of its extra specs: `{'trait:HW_GPU': 'required'}` → `['HW_GPU']`. */
export const requiredTraits = (extraSpecs: Readonly<Record<string, string>>): string[] =>
  Object.keys(extraSpecs)
    .filter((key) => key.startsWith(PREFIX) && extraSpecs[key] === 'required')
    .map((key) => key.slice(PREFIX.length));

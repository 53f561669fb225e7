const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is of the same make as another: what may be absent there may be anything plain. */
function isLike(model: unknown, value: unknown): boolean {
  if (model === undefined || value === undefined) return !isRecord(value);
  if (Array.isArray(model)) return Array.isArray(value) && value.every((one) => model.length === 0 || isLike(model[0], one));
  if (isRecord(model)) return isRecord(value) && Object.keys(model).every((key) => isLike(model[key], value[key]));
  return typeof model === typeof value;
}

/** A kept draft with the fields of an empty form; undefined where there is none, or where it is one of another form. */
export function likeEmpty<D extends object>(empty: D, kept: unknown): D | undefined {
  if (!isRecord(kept)) return undefined;
  const draft = Object.fromEntries(Object.keys(empty).map((key) => [key, kept[key]])) as D;
  return isLike(empty, draft) ? draft : undefined;
}

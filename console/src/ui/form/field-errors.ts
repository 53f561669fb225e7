import type { CodedText } from '@gantry/contract/wire/errors';

/** What is wrong with one field, in the language of the screen. */
export type FieldText = (text: CodedText) => string;

/**
 * What is wrong with a field whose value has parts, such as interfaces with their addresses: a text for each part, by its path below the
 * field (`1.fixed_ips.0`); the path of the field itself is empty.
 */
export type PartErrors = Readonly<Record<string, string>>;

/** The mark of a field in a form, of paths below it with what is wrong there: it says the first, and holds the first of each path. */
export const fieldErrorOf = (type: string, texts: readonly (readonly [path: string, text: string])[]) => ({
  type,
  message: texts[0]?.[1] ?? '',
  types: Object.fromEntries(texts.toReversed()),
});

/** What a form's mark says of each part. */
export const partErrorsOf = (mark: { types?: object | undefined } | undefined): PartErrors => ({ ...mark?.types });

/** What is said of one part, by the paths below that. */
export const partErrorsAt = (marks: PartErrors, part: string | number): PartErrors =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([path, text]) => {
      const [first, ...rest] = path.split('.');
      return first === String(part) ? [[rest.join('.'), text]] : [];
    }),
  );

/**
 * What is wrong at the first of these places of a form: a field, or a part of one (`subnets.1`).
 * @param markAt the mark of a field, by its name
 */
export function errorAt(
  places: readonly string[],
  markAt: (field: string) => { message?: unknown; types?: object } | undefined,
): string | undefined {
  for (const place of places) {
    const [field = '', part] = place.split('.');
    const mark = markAt(field);
    const text = part === undefined ? mark?.message : Object.values(partErrorsAt(partErrorsOf(mark), part))[0];
    if (typeof text === 'string') return text;
  }
  return undefined;
}

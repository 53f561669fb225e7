/** Names of a noun in the forms that the sentences of a language need: `{one: 'SSH key', many: 'SSH keys'}`. */
export type Forms = Readonly<Record<string, string>>;

const capital = (text: string, language: string): string => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Stands in a form where its Latin letters may meet Chinese or Japanese ones, until `joinForms` knows what is beside them. */
const SEAM = '\u2063';
const SEAM_OF_LETTERS = /(?<=[\p{L}\p{N}])\u2063(?=[\p{L}\p{N}])/gu;

const withSeams = (text: string, language: string): string =>
  language === 'zh' || language === 'ja' ? text.replace(/^(?=\w)|(?<=\w)$/g, SEAM) : text;

/** A whole sentence with forms of nouns put in: Latin letters stand apart from other ones, `创建 SSH 密钥`, and from nothing else, `创建卷`, `筛选条件：SSH 密钥`. */
export const joinForms = (sentence: string): string => sentence.replaceAll(SEAM_OF_LETTERS, ' ').replaceAll(SEAM, '');

/** The forms with what follows from them: each also with a capital, `One` beside `one`. Sentences that they are put in are joined by `joinForms`. */
export const completeForms = (forms: Forms, language: string): Forms =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([form, text]) => [
      [form, withSeams(text, language)],
      [capital(form, 'en'), withSeams(capital(text, language), language)],
    ]),
  );

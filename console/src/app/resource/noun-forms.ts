/** Names of a noun in the forms that the sentences of a language need: `{one: 'SSH key', many: 'SSH keys'}`. */
export type Forms = Readonly<Record<string, string>>;

const capital = (text: string, language: string): string => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Chinese and Japanese letters stand apart from Latin ones: `创建 SSH 密钥`, but `创建卷`. */
const apart = (text: string, language: string): string =>
  language === 'zh' || language === 'ja' ? text.replace(/^(?=\w)|(?<=\w)$/g, ' ') : text;

/** The forms with what follows from them: each also with a capital, `One` beside `one`. */
export const completeForms = (forms: Forms, language: string): Forms =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([form, text]) => [
      [form, apart(text, language)],
      [capital(form, 'en'), apart(capital(text, language), language)],
    ]),
  );

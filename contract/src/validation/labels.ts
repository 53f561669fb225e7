/** Lists of labels as Kubernetes has them: `role=web,example.com/tier=front` (S0 §5). */

/** Prefixes that Kubernetes keeps for itself, with what is below them. */
const RESERVED = ['kubernetes.io', 'k8s.io'];

/** The name of a label, and its value where it is not empty: at most 63 characters. */
const WORD = /^[a-z\d](?:[\w.-]{0,61}[a-z\d])?$/i;
/** A domain name of at most 253 characters. */
const PREFIX = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

const isReserved = (prefix: string): boolean => RESERVED.some((name) => prefix === name || prefix.endsWith(`.${name}`));

function isKey(text: string): boolean {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  if (more.length > 0 || !WORD.test(name)) return false;
  return prefix === undefined || (PREFIX.test(prefix) && !isReserved(prefix));
}

/** Whether a text is such a list, of one label or more; a value may be empty. */
export const isLabelList = (text: string): boolean =>
  text.split(',').every((label) => {
    const [key = '', value, ...more] = label.split('=');
    return more.length === 0 && value !== undefined && isKey(key) && (value === '' || WORD.test(value));
  });

/** The noun's own words for what it may be, `A`. */
interface Words<A extends string> {
  say(text: `access.${A}`): string;
}

/** What a program may do with a secret: all that its user may, or read only. In the list, and chosen where one is made. */
export const accessMember = {
  of: 'access',
  sort: true,
  in: ['list', 'create'],
  value: <A extends string>({ access }: { access: A }, { say }: Words<A>) => say(`access.${access}`),
  field: {
    as: 'radio',
    required: true,
    options: [
      { value: 'read', label: 'access.read', helper: 'access.read-means' },
      { value: 'full', label: 'access.full', helper: 'access.full-means' },
    ],
  },
} as const;

// Parts of texts that are the same in every language, in Liquid.

export const TOTAL = '{{ totalAmount | money: currency }}'
export const AMOUNT = '{{ amount | money: currency }}'
export const PRODUCT = '{% if productName %}{{ productName }} ({{ sku }}){% else %}{{ sku }}{% endif %}'

/** Shows a text if the condition holds, such as that a variable has a value. */
export const showIf = (condition: string, text: string, otherwise = ''): string =>
  `{% if ${condition} %}${text}${otherwise && `{% else %}${otherwise}`}{% endif %}`

/** Shows the name of a value; a value without a name as it is. */
export const showName = (variable: string, names: Readonly<Record<string, string>>): string => {
  const choices = Object.entries(names).map(([value, name]) => `{% when "${value}" %}${name}`)
  return `{% case ${variable} %}${choices.join('')}{% else %}{{ ${variable} }}{% endcase %}`
}

type Change =
  | 'linked'
  | 'unlinked'
  | 'password_changed'
  | 'email_changing'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'recovery_codes_replaced'

/** Texts for each change of an account. */
export type ChangeWords = Readonly<Record<Change, string>>

/** Chooses words by the change of an account; `otherwise` is for a sign-in from a new device and for other changes. */
export const showByChange = (words: Partial<ChangeWords>, otherwise: string): string => {
  const choices = Object.entries(words).map(([change, text]) => `if change == "${change}" %}${text}`)
  return `{% ${choices.join('{% els')}{% else %}${otherwise}{% endif %}`
}

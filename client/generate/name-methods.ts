/** Names that the rule below would not find. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  auditBillingNumbers: 'get',
  dryRunAcceptanceRules: 'dryRun',
}

const PREPOSITIONS = ['of', 'in', 'as', 'by']

/** Splits a name such as `listCreditNotes` or `credit-notes` into words in lower case. */
export const splitWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s-]+/)
    .map((word) => word.toLowerCase())

const toSingular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')

export const toCamelCase = (words: readonly string[]): string =>
  words.map((word, i) => (i ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join('')

export const toPascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

/**
 * Derives the name of a method from its operation by leaving out what its group says already: `listInvoiceSendings` of
 * `invoices` is `listSendings`, and `closeFulfilmentOrderShort` of `orders` is `closeShort`. `type` is the type of the
 * group's resource.
 */
export const nameMethod = (operationId: string, group: string, type: string | undefined): string => {
  const own = OWN_NAMES[operationId]
  if (own) return own
  const [verb = '', ...words] = splitWords(operationId)
  const noun = splitWords(group).map(toSingular)
  const known = new Set([...noun, ...(type ? splitWords(type).map(toSingular) : [])])
  const head = words.findIndex((word) => toSingular(word) === noun.at(-1))
  if (head < 0) return operationId
  let start = head
  while (start > 0 && known.has(toSingular(words[start - 1] ?? ''))) start--
  if (PREPOSITIONS.includes(words[start - 1] ?? '')) start--
  const rest = [...words.slice(0, start), ...words.slice(head + 1)]
  const said = rest.at(-1) === 'my' || rest.at(-1) === 'own' ? rest.slice(0, -1) : rest
  return toCamelCase([verb, ...said])
}

import type { MatchReason } from '../../../schemas/billing/bank/entry.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { leaveOutChannel, type Numbering, SERIES } from '../numbering/numbering.ts'
import type { BankLine } from './bank-entry.ts'

/** A text that may be the number of an invoice, and where it was found. */
export interface Reference {
  number: string
  reason: Extract<MatchReason, 'end_to_end_id' | 'structured_reference' | 'invoice_number'>
}

/** Bounds the keys that are looked up for one entry. */
const MAX_REFERENCES = 60
const MAX_NUMBER_LENGTH = 50

const SEPARATORS = '[\\s\\-/._]{0,3}'
const LITERAL_SEPARATORS = /[-/._]+/

const escapeSigns = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '\\$&')

type Pattern = Pick<Numbering, 'series' | 'pattern' | 'digits'>

/** Builds the expression of a part of the pattern: letters as they are, separators at will, placeholders as groups. */
const buildPart = (part: string, { series, digits }: Pattern): string => {
  if (part === '{series}') return SERIES[series]
  if (part === '{year}') return '(?<year>\\d{4})'
  if (part === '{channel}') return '(?<channel>[A-Z0-9](?:-?[A-Z0-9]){1,11})'
  if (part === '{seq}') return `(?<seq>\\d{${digits},12})`
  return part
    .split(/([-/._]+)/)
    .map((text) => (LITERAL_SEPARATORS.test(text) ? SEPARATORS : escapeSigns(text.toUpperCase())))
    .join('')
}

/**
 * Finds numbers of the pattern that payers wrote with other separators or none. A number is a whole token: one without
 * letters must not follow a separator either, since it would be the end of another number.
 */
const findByOnePattern = (text: string, numbering: Pattern): string[] => {
  const { series, pattern } = numbering
  const filled = pattern.replace('{series}', SERIES[series])
  const hasLetters = /[A-Z]/i.test(filled.replaceAll(/\{\w+\}/g, ''))
  const body = pattern
    .split(/(\{\w+\})/)
    .map((part) => buildPart(part, numbering))
    .join('')
  const [before, after] = hasLetters
    ? ['(?<![A-Z0-9])', '(?![A-Z0-9])']
    : ['(?<![A-Z0-9][-/._]?)', '(?![-/._]?[A-Z0-9])']
  const expression = new RegExp(`${before}${body}${after}`, 'g')
  return [...text.toUpperCase().matchAll(expression)].map(({ groups = {} }) =>
    filled
      .replace('{year}', groups.year ?? '')
      .replace('{channel}', groups.channel ?? '')
      .replace('{seq}', groups.seq ?? ''),
  )
}

/** Finds numbers with the code of a channel and, of documents without a channel, without one. */
const findByPattern = (text: string, numbering: Pattern): string[] =>
  [...new Set([numbering.pattern, leaveOutChannel(numbering.pattern)])].flatMap((pattern) =>
    findByOnePattern(text, { ...numbering, pattern }),
  )

/** Splits at white space and at signs that no number contains, and removes punctuation at the ends. */
const splitTokens = (text: string): string[] =>
  text.split(/[\s,;:()[\]"'+&*#]+/).map((token) => {
    let [start, end] = [0, token.length]
    while (start < end && '-/._'.includes(token.charAt(start))) start++
    while (end > start && '-/._'.includes(token.charAt(end - 1))) end--
    return token.slice(start, end)
  })

const RF = /^RF\d{2}[A-Z0-9]{1,21}$/

/** Verifies the check digits of ISO 11649. */
const isCreditorReference = (text: string): boolean => {
  if (!RF.test(text)) return false
  let rest = 0
  for (const sign of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest === 1
}

const readCreditorReference = (text: string): string[] => {
  const plain = text.replaceAll(/\s/g, '').toUpperCase()
  return isCreditorReference(plain) ? [plain.slice(4)] : []
}

/** Lists what in an entry may be the number of an invoice, the strongest reason first. */
export const findReferences = (
  { endToEndId, structuredReference, text }: Pick<BankLine, 'endToEndId' | 'structuredReference' | 'text'>,
  numbering: Pattern,
): Reference[] => {
  const expand = (found: string) => [found, ...findByPattern(found, numbering)]
  const tokens = splitTokens(text ?? '')
  const creditorReferences = [structuredReference ?? '', ...tokens].flatMap(readCreditorReference)
  const named: Record<Reference['reason'], string[]> = {
    end_to_end_id: endToEndId
      ? [...expand(endToEndId.trim()), ...readCreditorReference(endToEndId).flatMap(expand)]
      : [],
    structured_reference: [...(structuredReference ? [structuredReference.trim()] : []), ...creditorReferences].flatMap(
      expand,
    ),
    invoice_number: [...(text ? findByPattern(text, numbering) : []), ...tokens.filter((token) => /\d/.test(token))],
  }
  const found = new Map<string, Reference>()
  for (const [reason, numbers] of Object.entries(named) as [Reference['reason'], string[]][])
    for (const number of numbers) {
      const key = foldDocumentNumber(number)
      if (key && number.length <= MAX_NUMBER_LENGTH && !found.has(key) && found.size < MAX_REFERENCES)
        found.set(key, { number, reason })
    }
  return [...found.values()]
}

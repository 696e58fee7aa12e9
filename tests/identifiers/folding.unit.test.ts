import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeEmail } from '../../lib/platform/access/email.ts'
import { createEvaluator } from '../../lib/platform/conditions/conditions.ts'
import { foldBankReference } from '../../lib/platform/identifiers/bank-reference.ts'
import { cleanText } from '../../lib/platform/identifiers/clean-text.ts'
import { foldDocumentNumber } from '../../lib/platform/identifiers/document-number.ts'
import { cleanExternalId } from '../../lib/platform/identifiers/external-id.ts'
import { foldName } from '../../lib/platform/identifiers/name.ts'
import { foldPieceNumber } from '../../lib/platform/identifiers/piece-number.ts'
import { foldSku, isSameSku } from '../../lib/platform/identifiers/sku.ts'
import { foldTrackingNumber } from '../../lib/platform/identifiers/tracking-number.ts'
import { anIdentifier, aSpelling } from './spellings.ts'

const FOLDS: Record<string, (text: string) => string> = {
  sku: foldSku,
  documentNumber: foldDocumentNumber,
  pieceNumber: foldPieceNumber,
  name: foldName,
  bankReference: foldBankReference,
  trackingNumber: (text) => foldTrackingNumber(text) ?? '',
}

describe.each(Object.entries(FOLDS))('the key of a %s', (_, fold) => {
  it('is the key of itself, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)))
  })

  it('is the same for each spelling', () => {
    fc.assert(
      fc.property(
        anIdentifier.chain((text) => fc.tuple(fc.constant(text), aSpelling(text))),
        ([text, other]) => {
          expect(fold(other)).toBe(fold(text))
        },
      ),
    )
  })

  it('differs for identifiers that differ in a letter, a digit or a sign', () => {
    for (const [one, other] of [
      ['TEA-1', 'TEA-2'],
      ['TEA-1', 'TEA1'],
      ['TEA-1', 'TEA_1'],
      ['ÜN-1', 'UN-1'],
    ] as const)
      expect(fold(one)).not.toBe(fold(other))
  })
})

describe('an identifier as it is stored', () => {
  it('is as it was written, but for what nobody sees, and storing it again changes nothing', () => {
    expect(cleanText('\u00a0\u200bTea\u200d  1\ufeff\t')).toBe('Tea  1')
    expect(cleanText('U\u0308N-1')).toBe('ÜN-1')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)))
  })

  // The Unicode standard, UAX #15, and the full case folding of ß in CaseFolding.txt.
  it.each([
    ['ＴＥＡ－１', 'tea-1'],
    ['①', '1'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['TEA\u00a0 1', 'tea 1'],
    ['ﬁg', 'FIG'],
  ])('%s is %s', (one, other) => {
    expect(isSameSku(one, other)).toBe(true)
  })

  it('of another system keeps its case, since its software tells ids apart by it', () => {
    expect(cleanExternalId(' aBc ')).toBe('aBc')
    expect(cleanExternalId('abc')).not.toBe(cleanExternalId('ABC'))
  })

  it('is an address in lower case if it is one of a mailbox', () => {
    expect(normalizeEmail('\u200b Ada@Example.COM\u00a0')).toBe('ada@example.com')
  })
})

describe('a rule', () => {
  const evaluate = (operator: 'eq' | 'neq' | 'in' | 'not_in' | 'starts_with' | 'contains', value: string) =>
    createEvaluator({ order: { lineItems: [{ sku: 'Tea-ÜNÏ-1' }], number: 'Tea-1' } }).findTrueRules({
      rules: [{ field: 'lineItems.sku', operator, value }],
    }).length > 0

  it('compares a SKU however it is spelled', () => {
    expect(evaluate('eq', ' TEA-U\u0308NI\u0308-1')).toBe(true)
    expect(evaluate('neq', 'TEA-ÜNÏ-1')).toBe(false)
    expect(evaluate('in', 'COFFEE, tea-ünï-1')).toBe(true)
    expect(evaluate('not_in', 'COFFEE, tea-ünï-1')).toBe(false)
    expect(evaluate('starts_with', 'TEA')).toBe(true)
    expect(evaluate('contains', 'ünï')).toBe(true)
    expect(evaluate('eq', 'TEA-1')).toBe(false)
  })
})

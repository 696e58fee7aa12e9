import { describe, expect, test } from 'vitest'
import { buildGiroCode, type Transfer } from '../../lib/document/printing/giro-code.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import { EXAMPLES } from './examples.ts'

const TRANSFER: Transfer = {
  account: { accountHolder: 'Nordlicht GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  payee: 'Nordlicht',
  currency: 'EUR',
  amount: 1234,
  reference: 'INV-1',
}

describe('the payload of a GiroCode', () => {
  test('has a line for each part of the transfer', () => {
    expect(buildGiroCode(TRANSFER)).toBe(
      'BCD\n002\n1\nSCT\nBYLADEM1001\nNordlicht GmbH\nDE02120300000000202051\nEUR12.34\n\n\nINV-1',
    )
  })

  test('ends with the amount if there is no text', () => {
    expect(
      buildGiroCode({ ...TRANSFER, reference: null })
        ?.split('\n')
        .at(-1),
    ).toBe('EUR12.34')
  })

  test.each([
    ['another currency', { currency: 'USD' }],
    ['no account', { account: null }],
    ['no IBAN', { account: { bic: 'BYLADEM1001' } }],
    ['an IBAN from outside of SEPA', { account: { iban: 'TR330006100519786457841326' } }],
    ['nothing to pay', { amount: 0 }],
    ['more than a transfer can have', { amount: 100_000_000_000 }],
  ])('does not exist for %s', (_what, more) => {
    expect(buildGiroCode({ ...TRANSFER, ...more })).toBeNull()
  })

  test.each(['CH9300762011623852957', 'GB29NWBK60161331926819', 'RS35260005601001611379'])(
    'exists for %s, which is in SEPA',
    (iban) => {
      expect(buildGiroCode({ ...TRANSFER, account: { iban } })).toContain(`\n${iban}\nEUR12.34`)
    },
  )

  test('takes at most 331 bytes, which umlauts take two of', () => {
    const account = { accountHolder: 'ü'.repeat(71), iban: 'DE02120300000000202051' }
    const longest = { ...TRANSFER, account, reference: 'x'.repeat(141) }
    const payload = buildGiroCode(longest) as string
    expect(payload.split('\n')[5]).toBe('ü'.repeat(70))
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331)
    expect(buildGiroCode({ ...longest, reference: 'ß'.repeat(140) })).toBeNull()
  })

  test('has the line breaks of its own only', () => {
    expect(buildGiroCode({ ...TRANSFER, reference: 'INV-1\nEUR1.00' })?.split('\n')).toHaveLength(11)
  })
})

test('only an invoice that asks for it shows a code', () => {
  const printed = EXAMPLES['invoice-one-line']
  expect(layOut(printed).payment?.code?.content).toContain('\nEUR207.06\n')
  const { hasCode: _, ...payment } = printed.payment ?? { amount: 1, dueDate: '2026-03-31', reference: null }
  expect(layOut({ ...printed, payment }).payment?.code).toBeNull()
})

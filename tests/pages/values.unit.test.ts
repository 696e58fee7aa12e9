import { describe, expect, it } from 'vitest'
import { MEMBER_SCRIPT } from '../../lib/pages/scripts/member-script.ts'
import { makeValueScript } from '../../lib/pages/scripts/value-script.ts'

interface Shown {
  formatAmount(value: number, currency: string): string
  toWords(name: string): string
  labelOf(name: string): string
  listMembers(resource: object): [string, unknown][]
  showText(name: string, value: string): unknown
}

const load = new Function(`${makeValueScript()}${MEMBER_SCRIPT}
return { formatAmount, toWords, labelOf, listMembers, showText }`)
const { formatAmount, toWords, labelOf, listMembers, showText } = load() as Shown
const digitsOf = (value: number, currency: string) => formatAmount(value, currency).replaceAll(/\D/g, '')

describe('a value on a page', () => {
  it('is an amount with the decimals of ISO 4217, and with parts of a cent if it has some', () => {
    expect([
      digitsOf(1250, 'EUR'),
      digitsOf(12.5, 'EUR'),
      digitsOf(1250, 'JPY'),
      digitsOf(1250, 'IQD'),
      digitsOf(1250, 'HUF'),
      digitsOf(5, 'AFN'),
    ]).toEqual(['1250', '0125', '1250', '1250', '1250', '005'])
    expect(formatAmount(1250, 'JPY')).toMatch(/1.?250/)
  })

  it('has the name of its member in words', () => {
    expect(['partnerName', 'sku', 'trackingPageUrl', 'line1', 'sync-runs', 'fba_marketplace'].map(toWords)).toEqual([
      'Partner name',
      'SKU',
      'Tracking page URL',
      'Line 1',
      'Sync runs',
      'FBA marketplace',
    ])
    expect([labelOf('partnerId'), labelOf('externalOrderId')]).toEqual(['Partner', 'External order ID'])
  })

  it('is a role in a word, without what it is a role of', () => {
    expect(['Partner.Custodian', 'Partner.Supplier'].map((role) => showText('roles', role))).toEqual([
      'Custodian',
      'Supplier',
    ])
    expect(showText('name', 'Partner.Custodian')).toBe('Partner.Custodian')
  })

  it('is left out if another one says the same', () => {
    const invoice = {
      '@type': 'Invoice',
      id: '01HZY3K8Q0V5T2N7X9B4C6D8EF',
      partnerId: '01HZY3K8Q0V5T2N7X9B4C6D8EG',
      partnerName: 'Nordlicht',
      totalAmount: 0,
      totalAmountFormatted: '€0.00',
      notes: null,
      lineItems: [],
    }
    expect(listMembers(invoice).map(([name]) => name)).toEqual(['partnerId', 'totalAmount'])
    expect(listMembers({ partnerName: 'Nordlicht' }).map(([name]) => name)).toEqual(['partnerName'])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const VAT_ID = 'ATU12345675'
const ADDRESS = { line1: 'Ring 1', city: 'Wien', postalCode: '1010', countryCode: 'AT' }

let owner: Member
let partnerId: string
beforeEach(async () => {
  owner = await aMember()
  partnerId = (await aPartner(owner, { name: 'Wiener Handel', vatId: VAT_ID, address: ADDRESS })).id
})

const url = () => `/api/partner/partners/${partnerId}`
const daysAgo = (days: number) => new Date(app().clock().getTime() - days * 86_400_000).toISOString()
const record = (fields: object = {}) =>
  owner.post(`${url()}/vat-check`, { vatId: VAT_ID, checkedAt: daysAgo(1), isValid: true, service: 'VIES', ...fields })

describe('the answer about a VAT id', () => {
  it('is kept with its time, and with what the service gave', async () => {
    const given = {
      checkedAt: daysAgo(2),
      reference: 'WAPIAAAAW1',
      name: 'Wiener Handel GmbH',
      address: 'Ring 1, Wien',
    }
    const { status, body } = await record(given)
    expect([status, body.vatCheck]).toEqual([200, { vatId: VAT_ID, isValid: true, service: 'VIES', ...given }])
    const { body: again } = await record()
    expect(again.vatCheck).toMatchObject({ reference: null, name: null, address: null })
    expect((await owner.get(url())).body.vatCheck).toEqual(again.vatCheck)
  })

  it('ends with the id, however that is changed, and stays with everything else', async () => {
    await record()
    expect((await owner.patch(url(), { name: 'Wiener Handel KG', vatId: VAT_ID })).body.vatCheck).not.toBeNull()
    expect((await owner.patch(url(), { vatId: 'ATU87654321' })).body.vatCheck).toBeNull()
    expect((await owner.patch(url(), { vatId: VAT_ID })).body.vatCheck).toBeNull()
  })

  it('is refused about another id, from the future and if it is older than the recorded one', async () => {
    await record({ checkedAt: daysAgo(1) })
    const { status, body } = await record({ vatId: 'ATU87654321', checkedAt: daysAgo(2) })
    const pathsOf = ({ violations }: { violations: { propertyPath: string }[] }) =>
      violations.map(({ propertyPath }) => propertyPath)
    expect([status, pathsOf(body)]).toEqual([400, ['vatId', 'checkedAt']])
    expect(pathsOf((await record({ checkedAt: daysAgo(-1) })).body)).toEqual(['checkedAt'])
    await owner.patch(url(), { vatId: null })
    expect(pathsOf((await record()).body)).toEqual(['vatId'])
  })

  it('that the id is not valid keeps supplies from being free of tax by it, until it is valid', async () => {
    const settings = Object.entries({
      'general.country': 'DE',
      'general.legalAddress': { line1: 'Main road 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
      'general.vatId': 'DE129273398',
      'billing.bankAccount': { accountHolder: 'Elbkontor', iban: 'DE02120300000000202051' },
      'billing.taxCategories': { goods: { kind: 'intra_community' } },
    }).map(([key, value]) => ({ key, value }))
    await owner.put('/api/configuration/settings/bulk', { settings })
    const issue = () =>
      owner.post('/api/billing/invoices', {
        ...{ partnerId, dueDate: '2099-03-31', currencyCode: 'EUR', issueImmediately: true },
        lineItems: [{ description: 'Tea', quantity: 1, unitPrice: 1000, taxCategoryId: 'goods' }],
      })
    expect((await issue()).status).toBe(201)
    await record({ isValid: false, checkedAt: daysAgo(3) })
    const { status, body } = await issue()
    expect([status, body.errorCode]).toEqual([409, 'INVOICE_INCOMPLETE'])
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'partner.vatCheck',
    ])
    await record({ isValid: true, checkedAt: daysAgo(2) })
    expect((await issue()).status).toBe(201)
  })
})

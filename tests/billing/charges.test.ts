import { beforeAll, describe, expect, it } from 'vitest'
import { charges, listUnsettledCharges } from '../../lib/billing/charges/charge-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const CHARGES = '/api/billing/charges'

let owner: Member
let partnerId: string
beforeAll(async () => {
  owner = await aMember()
  partnerId = (await aPartner(owner)).id
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const given = (fields: object = {}) => ({
  partnerId,
  scope: 'storage',
  chargeType: 'storage_fee',
  description: 'Storage, March',
  amount: 4250,
  currency: 'EUR',
  occurredAt: '2026-03-31T23:30:00+02:00',
  ...fields,
})

describe('a charge', () => {
  it('can be created, read and updated while it is unsettled', async () => {
    const { status, body, headers } = await owner.post(CHARGES, given())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Charge',
      partnerId,
      scope: 'storage',
      amount: 4250,
      currency: 'EUR',
      subject: null,
      occurredAt: '2026-03-31T21:30:00.000Z',
      settlementId: null,
    })
    const changed = await owner.patch(headers.Location as string, { amount: -250, scope: 'returns' })
    expect(changed.body).toMatchObject({ amount: -250, scope: 'returns', description: 'Storage, March' })
    expect((await owner.get(headers.Location as string)).body).toEqual(changed.body)
  })

  it('requires an existing partner, an existing currency and an amount other than 0', async () => {
    expect(paths(await owner.post(CHARGES, given({ partnerId: newId(new Date()) })))).toEqual(['partnerId'])
    expect(paths(await owner.post(CHARGES, given({ currency: 'XQQ' })))).toEqual(['currency'])
    expect(paths(await owner.post(CHARGES, given({ amount: 0 })))).toEqual(['amount'])
    expect(
      paths(await owner.post(CHARGES, given({ scope: ' rent', amount: 1.5, occurredAt: 'today' })))?.sort(),
    ).toEqual(['amount', 'occurredAt', 'scope'])
    const { body } = await owner.post(CHARGES, given())
    expect(paths(await owner.patch(`${CHARGES}/${body.id}`, { amount: 0 }))).toEqual(['amount'])
    expect(paths(await owner.patch(`${CHARGES}/${body.id}`, { currency: 'XQQ' }))).toEqual(['currency'])
  })

  it('has the URI of a resource as its subject, which may be within another, with ids in either spelling', async () => {
    const [id, inner] = [newId(new Date()), newId(new Date())]
    const { status, body } = await owner.post(CHARGES, given({ subject: `commerce:///sales/orders/${toUuid(id)}` }))
    expect([status, body.subject]).toEqual([201, `commerce:///sales/orders/${id}`])
    const nested = `commerce:///fulfilment/orders/${id}/fulfilments/${inner}`
    expect((await owner.patch(`${CHARGES}/${body.id}`, { subject: nested })).body.subject).toBe(nested)
    for (const subject of [`commerce:///sales/order/${id}`, `commerce:///sales/orders/${'x'.repeat(26)}`, 'order:7']) {
      expect(paths(await owner.post(CHARGES, given({ subject })))).toEqual(['subject'])
      expect(paths(await owner.patch(`${CHARGES}/${body.id}`, { subject }))).toEqual(['subject'])
    }
    expect((await owner.patch(`${CHARGES}/${body.id}`, { subject: null })).body.subject).toBeNull()
  })

  it('cannot be changed once it is settled', async () => {
    const { body } = await owner.post(CHARGES, given())
    const scope = { tenant: owner.tenant, actor: null, now: new Date() }
    await runInUnit(app().db, scope, async (unit) => {
      const charge = await unit.load(charges, body.id)
      unit.update(charges, charge, { settlementId: newId(new Date()), unsettledOf: null })
    })
    const answer = await owner.patch(`${CHARGES}/${body.id}`, { amount: 1 })
    expect(answer.body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('settlement'),
    })
  })

  it('is listed as unsettled by partner and currency, on its day in the tenant’s time zone', async () => {
    const member = await aMember()
    await member.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Pacific/Auckland' }],
    })
    const { id } = await aPartner(member)
    const { body } = await member.post(CHARGES, given({ partnerId: id }))
    const waiting = async (currency: string, from: string, to: string) => {
      const asked = { partnerId: id, currency, from, to, limit: 10 }
      return (await listUnsettledCharges(app().db, member.tenant, asked)).items.map((each) => each.id)
    }
    expect(await waiting('EUR', '2026-04-01', '2026-04-01')).toEqual([body.id])
    expect(await waiting('EUR', '2026-03-01', '2026-03-31')).toEqual([])
    await member.patch(`${CHARGES}/${body.id}`, { currency: 'USD', occurredAt: '2026-03-30T00:00:00Z' })
    expect(await waiting('EUR', '2026-03-01', '2026-04-30')).toEqual([])
    expect(await waiting('USD', '2026-03-30', '2026-03-30')).toEqual([body.id])
  })
})

it('filters the list by partner and scope', async () => {
  const member = await aMember()
  const [a, b] = [await aPartner(member), await aPartner(member)]
  const made: { id: string; partnerId: string; scope: string }[] = []
  for (const partner of [a, b])
    for (const scope of ['storage', 'returns'])
      made.unshift((await member.post(CHARGES, given({ partnerId: partner.id, scope }))).body)
  for (const partner of ['', a.id])
    for (const scope of ['', 'storage', 'sales']) {
      const query = Object.entries({ partnerId: partner, scope }).filter(([, value]) => value)
      const { body } = await member.get(`${CHARGES}?${new URLSearchParams(query)}`)
      const expected = made.filter((each) => query.every(([name, value]) => each[name as 'scope'] === value))
      expect(body.member.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id))
      expect(body.totalItems).toBe(expected.length)
    }
})

it('lists the scopes that a charge can have, with their meaning', async () => {
  const { body } = await owner.get('/api/billing/settlement-scopes')
  expect(body.totalItems).toBe(6)
  for (const { scope, label, description } of body.member) {
    expect([label, description].every(Boolean)).toBe(true)
    expect((await owner.post(CHARGES, given({ scope }))).status).toBe(201)
  }
})

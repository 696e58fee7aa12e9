import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aCharge, findFaults, readBooks, settle } from './settling.ts'

const SCOPES = '/api/billing/settlement-scopes'
const RULES = '/api/billing/auto-settlement-rules'
const OWN = 'Pallet hire #2 + straps / 50%'

let owner: Member
let partner: string
beforeEach(async () => {
  owner = await aMember()
  partner = (await aPartner(owner)).id
})

const listed = async (member: Member): Promise<string[]> =>
  (await member.get(`${SCOPES}?itemsPerPage=100`)).body.member.map(({ scope }: { scope: string }) => scope)
const platform = ['sales', 'fulfilment', 'shipping', 'storage', 'returns', 'manual']
const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)
const aRule = (fields: object) =>
  owner.post(RULES, { partnerId: partner, basis: 'on_demand', currency: 'EUR', ...fields })

describe('a tenant’s own scope', () => {
  it('is any text of up to 100 characters in charges, rules, settlements and filters', async () => {
    const longest = '🚚'.repeat(100)
    for (const scope of [OWN, longest]) {
      expect(await aCharge(owner, partner, { scope })).toMatchObject({ scope })
      expect((await aRule({ scope })).body).toMatchObject({ scope })
      const { body } = await owner.get(`/api/billing/charges?scope=${encodeURIComponent(scope)}`)
      expect(body).toMatchObject({ totalItems: 1, member: [{ scope }] })
      const period = { startDate: '2026-03-01', endDate: '2026-03-31' }
      const made = await settle(owner, partner, { basis: 'period', period, scopes: [scope] })
      expect(made.body).toMatchObject({ lineItemCount: 1, totalAmount: 4250 })
      expect((await settle(owner, partner, { basis: 'period', period, scopes: [scope] })).status).toBe(409)
      expect((await settle(owner, partner, { basis: 'period', period, scopes: [scope, 'sales'] })).status).toBe(201)
    }
    const scopes = Array.from({ length: 20 }, (_, i) => `${'🚚'.repeat(98)}${10 + i}`)
    const period = { startDate: '2026-04-01', endDate: '2026-04-30' }
    const statuses = [1, 2].map(async () => (await settle(owner, partner, { basis: 'period', period, scopes })).status)
    expect((await Promise.all(statuses)).sort()).toEqual([201, 409])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
    for (const scope of ['', ' ', ' rent', 'rent ', 'a\nb', '\ud800', 'x'.repeat(101)]) {
      expect(paths({ body: await aCharge(owner, partner, { scope }) })).toEqual(['scope'])
      expect(paths(await aRule({ scope }))).toEqual(['scope'])
      expect(paths(await settle(owner, partner, { scopes: [scope] }))).toEqual(['scopes[0]'])
      if (scope !== '' && scope.isWellFormed())
        expect(paths(await owner.get(`/api/billing/charges?scope=${encodeURIComponent(scope)}`))).toEqual(['scope'])
    }
  })

  it('is told from others whose names are the same once they are joined', async () => {
    const period = { startDate: '2026-05-01', endDate: '2026-05-31' }
    for (const scopes of [['a+b', 'c'], ['a', 'b+c'], ['a+b+c'], ['a', 'b', 'c']])
      expect((await settle(owner, partner, { basis: 'period', period, scopes })).status).toBe(201)
  })

  it('is listed after the platform’s scopes from its first use on, for its tenant only', async () => {
    expect(await listed(owner)).toEqual(platform)
    const { id } = await aCharge(owner, partner, { scope: OWN })
    await aCharge(owner, partner, { scope: OWN })
    await aRule({ scope: 'Customs' })
    await owner.patch(`/api/billing/charges/${id}`, { scope: 'Duties' })
    await settle(owner, partner, { scopes: ['Nobody uses this'] })
    expect(await listed(owner)).toEqual([...platform, OWN, 'Customs', 'Duties'])
    const { body } = await owner.get(`${SCOPES}?itemsPerPage=2&page=4`)
    expect(body).toMatchObject({
      totalItems: 9,
      member: [
        { '@id': `${SCOPES}/${encodeURIComponent(OWN)}`, scope: OWN, label: OWN, description: expect.any(String) },
        { scope: 'Customs' },
      ],
    })
    expect(await listed(await aMember())).toEqual(platform)
  })

  it('is included in a settlement of all scopes, but not in one of all platform scopes', async () => {
    await aCharge(owner, partner, { scope: OWN, amount: 1 })
    await aCharge(owner, partner, { scope: 'sales', amount: 20 })
    expect((await settle(owner, partner, { scopes: platform })).body.totalAmount).toBe(20)
    expect((await settle(owner, partner)).body.totalAmount).toBe(1)
  })

  it('is one of at most a hundred, however many are used for the first time at once', async () => {
    const { db } = app()
    const pk = `T#${owner.tenant}#settlement-scopes`
    const scopes = Array.from({ length: 97 }, (_, i) => `Scope ${i}`)
    await db.put({ put: { pk, sk: 'OWN', kind: 'settlement-scopes', turn: 'x', scopes } })
    const answers = await Promise.all([...'abcde'].map((scope) => aCharge(owner, partner, { scope })))
    expect(answers.filter(({ id }) => id)).toHaveLength(3)
    for (const body of answers.filter(({ id }) => !id)) expect(paths({ body })).toEqual(['scope'])
    expect(await listed(owner)).toHaveLength(100)
    expect((await aCharge(owner, partner, { scope: 'Scope 5' })).scope).toBe('Scope 5')
    expect((await aCharge(owner, partner, { scope: 'storage' })).scope).toBe('storage')
    expect(paths(await aRule({ scope: 'One more' }))).toEqual(['scope'])
  })
})

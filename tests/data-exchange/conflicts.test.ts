import { beforeAll, describe, expect, it } from 'vitest'
import type { Conflict } from '../../lib/catalog/compare-content.ts'
import { recordConflicts } from '../../lib/data-exchange/record-conflicts.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aMember, type Member } from '../support/client.ts'

const CONFLICTS = '/api/data-exchange/conflicts'
const uri = () => `commerce:///sales/channels/${newId(new Date())}`

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const price = (mine: number): Conflict => ({ field: '/prices/EUR', base: 100, mine, theirs: 120 })
const NAME: Conflict = { field: '/name', base: 'Oak', mine: 'White oak', theirs: null }

const record = (target: string, variantId: string, found: readonly Conflict[], member = owner) =>
  runInUnit(app().db, { tenant: member.tenant, actor: null, now: new Date() }, (unit) =>
    recordConflicts(app().db, unit, target, variantId, found),
  )

const listed = async (query: Record<string, string>, member = owner) =>
  (await member.get(`${CONFLICTS}?${new URLSearchParams(query)}`)).body

describe('the conflicts of a variant', () => {
  it('have one open conflict for each field, with its current values, however often it is found', async () => {
    const [target, variantId] = [uri(), newId(new Date())]
    await record(target, variantId, [price(110), NAME])
    await Promise.all([1, 2, 3].map(() => record(target, variantId, [price(115), NAME])))
    const { totalItems, member } = await listed({ target })
    expect(totalItems).toBe(2)
    expect(member.find(({ field }: Conflict) => field === '/prices/EUR')).toMatchObject({
      '@type': 'Conflict',
      target,
      variantId,
      base: 100,
      mine: 115,
      theirs: 120,
      status: 'open',
      resolvedAt: null,
    })
  })

  it('are resolved and kept once they no longer exist, and opened again if they recur', async () => {
    const [target, variantId] = [uri(), newId(new Date())]
    await record(target, variantId, [price(110), NAME])
    await record(target, variantId, [NAME])
    expect(await listed({ target, status: 'open' })).toMatchObject({ totalItems: 1, member: [{ field: '/name' }] })
    expect(await listed({ target, status: 'resolved' })).toMatchObject({
      totalItems: 1,
      member: [{ field: '/prices/EUR', resolvedAt: expect.any(String) }],
    })
    await record(target, variantId, [price(110), NAME])
    expect((await listed({ target })).totalItems).toBe(3)
    expect((await listed({ target, status: 'open' })).totalItems).toBe(2)
  })

  it('are separate by target, variant and tenant', async () => {
    const [target, other, variantId] = [uri(), uri(), newId(new Date())]
    await record(target, variantId, [NAME])
    await record(other, variantId, [NAME])
    await record(target, newId(new Date()), [NAME])
    expect((await listed({ target })).totalItems).toBe(2)
    expect((await listed({ target: other })).totalItems).toBe(1)
    expect((await listed({ target }, await aMember())).totalItems).toBe(0)
  })
})

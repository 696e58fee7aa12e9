import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { handler as verify } from '../../functions/inventory/every-day-verify-stock.ts'
import type { Allocation } from '../../lib/inventory/allocations/allocation.ts'
import { stockItems } from '../../lib/inventory/stock-store.ts'
import { verifyStockOfTenant } from '../../lib/inventory/verification/verify-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { itemKey } from '../../lib/platform/store/entities/entity.ts'
import { commands } from '../../operator/commands.ts'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { handingOver, releasing, reversing, takingBack, tryToReserve } from '../support/stock.ts'
import { stockOf } from './stocking.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const differencesOf = async ({ tenant }: Member) => (await verifyStockOfTenant(app().db, tenant)).differences

describe('the proof of stock', () => {
  it('names an item whose quantity was changed without a movement, and changes nothing', async () => {
    const member = await aMember()
    const item = await aStockItem(member, { onHand: 10, reserved: 2 })
    await aStockItem(member, { onHand: 4 })
    expect(await differencesOf(member)).toEqual([])
    const key = itemKey(member.tenant, stockItems, parseId(item.id) as string)
    await app().db.update({ update: key, set: 'SET #onHand = :n', values: { ':n': 11 } })
    expect(await differencesOf(member)).toMatchObject([
      { stockItemId: item.id, stored: { onHand: 11, reserved: 2 }, moved: { onHand: 10, reserved: 2 } },
    ])
    expect(await commands['stock verify']?.([member.tenant])).toMatch(/^01.*\nStock items: 2\..* 1\.$/)
    expect((await stockOf(member, item)).onHand).toBe(11)
    await verify({})
  })
})

type Step = {
  do: 'reserve' | 'release' | 'handOver' | 'reverse' | 'takeBack' | 'correct' | 'writeOff'
  at: 0 | 1
  n: number
}

const step = fc.record<Step>({
  do: fc.constantFrom('reserve', 'reserve', 'release', 'handOver', 'reverse', 'takeBack', 'correct', 'writeOff'),
  at: fc.constantFrom(0, 1),
  n: fc.integer({ min: 1, max: 4 }),
})

describe('levels at two custodians', () => {
  it('equal their movements and stay within what the items allow, whatever racing workers do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const { id: variantId } = await aVariant(owner)
          const custodians = [(await aCustodian(owner)).id, (await aCustodian(owner)).id]
          const items = await Promise.all(
            custodians.map((custodianId) =>
              aStockItem(owner, { variantId, custodianId, onHand: 5, backorderLimit: 2 }),
            ),
          )
          const held: Allocation[][] = [[], []]
          const gone: Allocation[][] = [[], []]
          const act = async ({ do: action, at, n }: Step) => {
            const item = items[at]
            const [own, left] = [held[at] as Allocation[], gone[at] as Allocation[]]
            if (action === 'reserve') {
              const result = await tryToReserve(owner, item.custodianId, [{ variantId, quantity: n }])
              if ('allocations' in result) own.push(...result.allocations)
            } else if (action === 'correct') {
              // Counts that find less than is reserved are allowed to break the bound.
              const { onHand } = await stockOf(owner, item)
              await owner.post(`/api/inventory/stock-items/${item.id}/correct`, { onHand: onHand + n })
            } else if (action === 'writeOff')
              await owner.post(`/api/inventory/stock-items/${item.id}/write-off`, { quantity: n, reason: 'Broken' })
            else {
              const isBack = action === 'reverse' || action === 'takeBack'
              const allocation = (isBack ? left : own).pop()
              if (!allocation) return
              if (action === 'release') await releasing(owner, [allocation])
              if (action === 'handOver') {
                await handingOver(owner, [allocation])
                left.push(allocation)
              }
              if (action === 'reverse') await reversing(owner, [allocation])
              if (action === 'takeBack') await takingBack(owner, [allocation], { disposition: 'quarantine' })
            }
          }
          for (const round of rounds) {
            await Promise.all(round.map(act))
            for (const item of items) {
              const { onHand, reserved, backorderLimit } = await stockOf(owner, item)
              expect(reserved).toBeGreaterThanOrEqual(0)
              expect(onHand - reserved + backorderLimit).toBeGreaterThanOrEqual(0)
            }
          }
          for (const [at, item] of items.entries()) {
            const sum = (held[at] as Allocation[]).reduce((all, { quantity }) => all + quantity, 0)
            expect((await stockOf(owner, item)).reserved).toBe(sum)
          }
        },
      ),
      { numRuns: 6 },
    )
    expect(await differencesOf(owner)).toEqual([])
  })
})

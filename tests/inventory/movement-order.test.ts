import { afterEach, expect, it } from 'vitest'
import { changeStockInSteps } from '../../lib/inventory/movements/change-stock.ts'
import { stockItems } from '../../lib/inventory/stock-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { find } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aStockItem } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { chance } from '../support/seed.ts'

const MOVEMENTS = 40
const AT_ONCE = 8
const SKEW_MS = 5000
const PAGE = 7

const { clock } = app()
afterEach(() => {
  app().clock = clock
})

it('lists simultaneous movements in the order in which they took effect, whatever the clocks of the processes say', async () => {
  const random = chance()
  const member = await aMember()
  const { id } = await aStockItem(member, { onHand: 1000 })
  const begun = clock().getTime()
  const move = async () => {
    // Each process has a clock of its own, and many movements share a millisecond.
    const now = new Date(begun + Math.floor(random() * 3 - 1) * SKEW_MS)
    const changes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      ...{ kind: 'correct' as const, cause: null, onHand: Math.floor(random() * 20) - 10 || 1 },
    }))
    await runInUnit(app().db, { tenant: member.tenant, actor: null, now }, async (unit) => {
      const item = await find(app().db, stockItems, member.tenant, id)
      if (item) changeStockInSteps(unit, item, changes)
    })
  }
  for (let made = 0; made < MOVEMENTS; made += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, move))

  const { onHand } = (await member.get(`/api/inventory/stock-items/${id}`)).body
  for (const filter of [`stockItemId=${id}&`, '']) {
    const listed = []
    for (let page = 1; ; page++) {
      const path = `/api/inventory/movements?${filter}itemsPerPage=${PAGE}&page=${page}`
      const { body } = await member.get(path)
      listed.push(...body.member)
      if (listed.length >= body.totalItems) break
    }
    expect(listed.length).toBeGreaterThan(MOVEMENTS)
    expect(new Set(listed.map((each) => each.id)).size).toBe(listed.length)
    let balance = 0
    for (const { onHandChange, onHandAfter } of listed.toReversed()) {
      balance += onHandChange
      expect(onHandAfter).toBe(balance)
    }
    expect(balance).toBe(onHand)
  }
})

import { afterAll, expect, test, vi } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { isProof, proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { closeShops, openDay, sell, work } from './day.ts'
import { findWrong } from './find-wrong.ts'

const part = proofPart(1)
const ORDERS = isProof ? 300 : 24
const AT_ONCE = 12

afterAll(() => useApp(undefined))

test(`after a day of three shops and two warehouses with ${ORDERS} orders every piece, page and quantity is true`, {
  timeout: 120_000 + part.count * ORDERS * 2000,
}, async () => {
  const { broken, all } = await runSeeds('day', part, async (seed) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const day = await openDay(seed, 2 * ORDERS)
    try {
      for (let sold = 0; sold < ORDERS; sold += AT_ONCE) {
        await sell(day, AT_ONCE)
        await work(day)
      }
      await closeShops(day)
      return { wrong: await findWrong(day), tally: { orders: day.orders, ...day.tally } }
    } finally {
      vi.useRealTimers()
      await Promise.all(day.shops.map(({ server }) => server.stop()))
    }
  })
  recordFigures(all)
  expect(broken).toEqual([])
})

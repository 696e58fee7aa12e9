import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideOffer } from '../../lib/connectors/stock/decide-offer.ts'
import { expectStock } from '../../lib/sales/stock-levels/expect-stock.ts'
import type { Level } from '../../lib/sales/stock-levels/level-store.ts'
import { runSeed } from '../support/seed.ts'

const STEPS = ['buy', 'import', 'reject', 'count', 'cancel', 'learn', 'raise', 'lower', 'publish'] as const

interface Step {
  what: (typeof STEPS)[number]
  pieces: number
}

/** A variant here and in a shop, with the orders of the shop that are not imported yet. */
const begin = () => {
  const at = { time: 0, free: 50, sold: 0, offered: 0 }
  const unseen: { pieces: number; at: number }[] = []
  const imported: number[] = []
  const restocked: number[] = []
  let before: Level | undefined
  const sum = (all: readonly number[]) => all.reduce((total, pieces) => total + pieces, 0)
  const format = (time: number) => String(time).padStart(6, '0')
  return {
    /** What could be sold if everything were known here. */
    truth: () => at.free + sum(restocked) - sum(unseen.map(({ pieces }) => pieces)),
    offered: () => at.offered,
    isKnown: () => !unseen.length && !restocked.length,
    async take({ what, pieces }: Step) {
      at.time++
      if (what === 'buy' && at.offered >= pieces) {
        at.offered -= pieces
        unseen.push({ pieces, at: at.time })
      }
      if (what === 'import') {
        const order = unseen.shift()
        if (!order) return
        at.free -= order.pieces
        at.sold += order.pieces
        imported.push(order.pieces)
      }
      if (what === 'reject') {
        // The shop is not told, so it still has the pieces sold.
        at.free += imported.shift() ?? 0
      }
      if (what === 'count') at.free += pieces - 5
      if (what === 'cancel') {
        const order = imported.shift()
        if (order === undefined) return
        at.offered += order
        restocked.push(order)
      }
      if (what === 'learn') {
        const order = restocked.shift()
        if (order === undefined) return
        at.free += order
        at.sold -= order
      }
      if (what === 'raise') at.offered += pieces
      if (what === 'lower') at.offered = Math.max(0, at.offered - pieces)
      if (what !== 'publish') return
      const known = { reserved: 0, ofChannels: { sold: at.sold, unreserved: 0, unplanned: 0 } }
      const since = before?.readAt ?? ''
      const isKnownUntil = async () => unseen.every((order) => format(order.at) > since)
      const level = { id: '1', externalProductId: '1', externalVariantId: '1', backorders: 'deny' as const }
      const expected = await expectStock(before, { backorders: 'deny', keepsChoice: false }, known, isKnownUntil)
      const offer = decideOffer({ ...level, quantity: Math.max(0, at.free), ...expected }, { free: at.offered })
      at.offered = offer.offered
      before = {
        available: at.free,
        ...offer,
        sold: at.sold,
        backorders: 'deny',
        keepsChoice: false,
        readAt: format(at.time),
      }
    },
  }
}

const step = fc.record({ what: fc.constantFrom(...STEPS), pieces: fc.integer({ min: 1, max: 12 }) })
/** Nothing tells a sale from a quantity that somebody typed over it before the same publish. */
const isSeen = ({ what }: Step) => what !== 'raise'
const publish: Step = { what: 'publish', pieces: 1 }

it('never offers what the shop has sold, whatever happens between publishes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step.filter(isSeen), { maxLength: 60 }), async (steps) => {
      const shop = begin()
      await shop.take(publish)
      for (const each of steps) {
        await shop.take(each)
        if (each.what === 'publish') expect(shop.offered()).toBeLessThanOrEqual(Math.max(0, shop.truth()))
      }
    }),
    { seed: Number(runSeed) | 0, numRuns: 500 },
  ))

it('offers all that is free once everything that the shop sold is known', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const shop = begin()
      await shop.take(publish)
      for (const each of steps) await shop.take(each)
      while (!shop.isKnown()) {
        await shop.take({ what: 'import', pieces: 1 })
        await shop.take({ what: 'learn', pieces: 1 })
      }
      // The first publish learns what the shop has, the second that it sold no more, and the third is right.
      for (let i = 0; i < 3; i++) await shop.take(publish)
      expect(shop.offered()).toBe(Math.max(0, shop.truth()))
    }),
    { seed: Number(runSeed) | 0, numRuns: 500 },
  ))

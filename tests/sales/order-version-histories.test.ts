import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { anInternal, aPolicy, ordersOf, settled, stocking, stockOf } from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, orderOf } from './downstream.ts'
import { aRow, importing } from './orders.ts'

const HISTORIES = Number(process.env.HISTORIES ?? 6)

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

/** Versions by their minute, each with whether it is cancelled, and the requests in which their rows arrive. */
const histories = fc.record({
  isCancelled: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  requests: fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  isAtOnce: fc.boolean(),
})

it('any rows of one order leave its newest version, and everything that follows agrees with it', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ isCancelled, requests, isAtOnce }) => {
      const variant = await aVariant(owner)
      const stock = await stocking(owner, variant.id, (await anInternal(owner)).id, 10)
      const channel = await aSellingChannel(owner)
      const base = aRow()
      const rowOf = (version: number) => ({
        ...{ ...base, total: 100 + version, modifiedAt: at(version) },
        lineItems: [{ sku: variant.sku, quantity: version + 1, unitPrice: 100 }],
        status: isCancelled[version] ? 'cancelled' : 'processing',
      })
      const send = async (versions: readonly number[]) => {
        const { body } = await importing(owner, channel.id, versions.map(rowOf))
        expect(body.imported + body.skipped).toBe(versions.length)
      }
      if (isAtOnce) await Promise.all(requests.map(send))
      else for (const versions of requests) await send(versions)
      await settled()

      const newest = Math.max(...requests.flat())
      const order = await orderOf(owner, channel.id, base.externalOrderId)
      expect(order).toMatchObject({ total: 100 + newest, platformModifiedAt: at(newest) })
      // A cancellation is final, so that of an older version may have come first.
      const mayBeCancelled = requests.flat().some((version) => isCancelled[version])
      if (isCancelled[newest]) expect(order.status).toBe('cancelled')
      else if (!mayBeCancelled) expect(order.status).toBe('accepted')
      const isOn = order.status === 'accepted'
      const { isUnbilled, owed, ready, cancelled } = await downstreamOf(owner, channel.id, order.id)
      expect([isUnbilled, owed, cancelled.length]).toEqual([isOn, isOn ? order.total : 0, isOn ? 0 : ready])
      const planned = (await ordersOf(owner, order.id)).filter(({ status }: { status: string }) => status === 'open')
      expect(planned.map(({ lines }: { lines: { ordered: number }[] }) => lines[0]?.ordered)).toEqual(
        isOn ? [newest + 1] : [],
      )
      expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: isOn ? newest + 1 : 0 })
      const { body: analytics } = await owner.get(`/api/sales/channels/${channel.id}/analytics`)
      expect(analytics).toMatchObject({ totalOrdersImported: 1, totalRevenue: isOn ? order.total : 0 })
    }),
    { numRuns: HISTORIES },
  )
})

import { describe, expect, it } from 'vitest'
import { aDispatch, errorOf } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startAmazon } from './servers/amazon.ts'
import { startFlexport } from './servers/flexport.ts'
import { startShipBob } from './servers/shipbob.ts'
import { startShipHero } from './servers/shiphero.ts'
import { SKUS } from './servers/vendor.ts'

const VENDORS = [
  ['ShipBob', startShipBob, (path: string, method: string) => method === 'POST' && path.endsWith('/order')],
  ['ShipHero', startShipHero, (_: string, __: string, query: string) => query.startsWith('mutation OrderCreate')],
  ['Amazon', startAmazon, (path: string, method: string) => method === 'POST' && path.endsWith('/fulfillmentOrders')],
  ['Flexport', startFlexport, (path: string, method: string) => method === 'POST' && path.endsWith('/orders')],
] as const

describe.for(VENDORS)('an order at %s', ([, start, isOrder]) => {
  it('is placed once although the answer to the order itself was lost', async () => {
    const { vendor, place, read } = await openVendor<Awaited<ReturnType<typeof startShipBob>>>(start as never)
    vendor.server.meanwhile(({ path, method, body }) => {
      if (isOrder(path, method, String(body.query))) vendor.server.misbehave('lost')
    })
    expect(await errorOf(place(), vendor.secrets)).toMatchObject({ isUnclear: true })
    vendor.server.meanwhile(() => {})
    const found = await read()
    expect((await place()).remoteId).toBe(found.remoteId)
    expect(await vendor.countOrders()).toBe(1)
  })

  it('is unclear where its answer cannot be read', async () => {
    const { vendor, place } = await openVendor<Awaited<ReturnType<typeof startShipBob>>>(start as never)
    vendor.server.meanwhile(({ path, method, body }) => {
      if (isOrder(path, method, String(body.query))) vendor.server.misbehave({ status: 200, page: '<h1>Hello</h1>' })
    })
    expect(await errorOf(place(), vendor.secrets)).toMatchObject({ code: 'UPSTREAM_ERROR', isUnclear: true })
  })

  it('is refused in our words where a SKU is unknown', async () => {
    const { vendor, orders } = await openVendor<Awaited<ReturnType<typeof startShipBob>>>(start as never)
    const refused = await orders.dispatch(vendor.system(), aDispatch(['TEA', 'NO-SUCH-SKU']))
    expect(refused).toMatchObject({ state: 'refused', parcels: [], reason: expect.stringContaining('product') })
    for (const secret of vendor.secrets) expect(refused.reason).not.toContain(secret)
    expect(await vendor.countOrders()).toBe(0)
  })

  it('has the same SKU once where two lines have it', async () => {
    const { vendor, orders } = await openVendor<Awaited<ReturnType<typeof startShipBob>>>(start as never)
    const line = { sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: null }
    const dispatch = aDispatch(SKUS, { lines: [line, { ...line, quantity: 3 }] })
    await orders.dispatch(vendor.system(), dispatch)
    await vendor.work(dispatch.reference, 'handed_over')
    const found = await orders.find(vendor.system(), dispatch.reference)
    expect(found?.parcels.flatMap(({ lines }) => lines)).toEqual([{ sku: 'TEA', quantity: 5 }])
  })

  it('is called unclear once it was sent, also where the limit of requests ends the work', async () => {
    const { vendor, place } = await openVendor<Awaited<ReturnType<typeof startShipBob>>>(start as never)
    let isSent = false
    vendor.server.meanwhile(({ path, method, body }) => {
      if (isSent) vendor.server.misbehave({ status: 429, headers: { 'retry-after': '3600' } })
      isSent ||= isOrder(path, method, String(body.query))
    })
    const outcome = await place().catch((error: unknown) => error)
    expect(outcome).toMatchObject(
      outcome instanceof Error ? { code: 'RATE_LIMITED', isUnclear: true } : { reference: expect.any(String) },
    )
  })
})

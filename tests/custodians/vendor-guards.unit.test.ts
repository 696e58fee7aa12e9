import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type CustodianConnector,
  type CustodianSystem,
  InvalidNotice,
} from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { aDispatch, errorOf } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startAmazon } from './servers/amazon.ts'
import { startBol } from './servers/bol.ts'
import { startFlexport } from './servers/flexport.ts'
import { startShipBob } from './servers/shipbob.ts'
import { startShipHero } from './servers/shiphero.ts'
import { NOW, SKUS } from './servers/vendor.ts'

type ShipBob = Awaited<ReturnType<typeof startShipBob>>

const open = (start: unknown) => openVendor<ShipBob>(start as () => Promise<ShipBob>)

const testConnection = (connector: CustodianConnector, system: CustodianSystem) =>
  (connector.test as NonNullable<CustodianConnector['test']>)(system)

const announce = (connector: CustodianConnector, system: CustodianSystem, sku: string, expectedAt: Date) =>
  (connector.inbound as NonNullable<CustodianConnector['inbound']>).announce(system, {
    reference: 'GR-1',
    expectedAt: expectedAt.toISOString(),
    lines: [{ sku, name: 'Tea', quantity: 5 }],
  })

const TOMORROW = new Date(NOW.getTime() + 86_400_000)
const YESTERDAY = new Date(NOW.getTime() - 86_400_000)

describe('credentials of a vendor', () => {
  it.for(['4711a', '0', '-1', '4711/../1', '1234567890123456789'])(
    'refuse %s as the number of a ShipBob channel before anything is sent',
    async (channelId) => {
      const { vendor } = await openVendor(startShipBob)
      const system = vendor.system({ credentials: { ...vendor.credentials, channelId } })
      const error = await errorOf(testConnection(vendor.connector, system))
      expect(error).toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
      expect(error.message).toContain('channelId is wrong')
      expect(vendor.server.asked).toEqual([])
    },
  )

  it.for([['line\nbreak'], ['with space'], ['schlüssel'], ['tab\there']])(
    'refuse the characters of %j, which no header can hold',
    async ([accessToken = '']) => {
      const { vendor } = await openVendor(startShipBob)
      const system = vendor.system({ credentials: { ...vendor.credentials, accessToken } })
      const error = await errorOf(testConnection(vendor.connector, system), [accessToken])
      expect(error).toMatchObject({ code: 'INVALID_CONFIG' })
      expect(error.message).toContain('accessToken has characters that no key has')
      expect(vendor.server.asked).toEqual([])
    },
  )

  it('must belong to a ShipBob channel that may write orders', async () => {
    const { vendor } = await openVendor(startShipBob)
    vendor.mode.scopes = ['orders_read']
    const error = await errorOf(testConnection(vendor.connector, vendor.system()))
    expect(error).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })
})

describe('an answer of a vendor', () => {
  it.for([402, 423])('with status %i tells that the account is locked, so that it is tried later', async (status) => {
    const { vendor, place } = await openVendor(startShipBob)
    vendor.trouble({ status })
    const error = await errorOf(place(), vendor.secrets)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', isUnclear: false })
    expect(error.message).toBe(`The account at ShipBob is locked (${status}).`)
  })

  it('with status 403 and a page comes from something in between and tells nothing of permissions', async () => {
    const { vendor, place } = await openVendor(startShipBob)
    vendor.server.always({ status: 403, page: '<h1>Blocked</h1>' })
    expect(await errorOf(place(), vendor.secrets)).toMatchObject({ code: 'UPSTREAM_ERROR' })
  })
})

describe('the access token of Amazon', () => {
  const refuse = (details: string) => ({
    status: 403,
    json: { errors: [{ code: 'Unauthorized', message: 'Access to requested resource is denied.', details }] },
  })

  const openCounting = async () => {
    const { vendor } = await openVendor(startAmazon)
    const rejected: (string | undefined)[] = []
    const { token } = vendor.system()
    const system = {
      ...vendor.system(),
      token: async (given?: string) => {
        rejected.push(given)
        return (await token?.()) ?? ''
      },
    }
    return { vendor, system, rejected }
  }

  it.for(['The access token you provided has expired.', 'The access token was revoked.'])(
    'is renewed where status 403 says: %s',
    async (details) => {
      const { vendor, system, rejected } = await openCounting()
      vendor.server.misbehave(refuse(details))
      await testConnection(vendor.connector, system)
      expect(rejected).toEqual([undefined, expect.stringContaining('Atza|')])
    },
  )

  it('is kept where status 403 means a missing permission', async () => {
    const { vendor, system, rejected } = await openCounting()
    vendor.server.misbehave(refuse('The application has no role for this.'))
    expect(await errorOf(testConnection(vendor.connector, system))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    expect(rejected).toEqual([undefined])
  })
})

describe('the cursor of a page of stock', () => {
  const long = (length: number) => 'x'.repeat(length)

  it.for([
    ['ShipBob', startShipBob, ['', 'a b', 'a&PageSize=1', 'ä', long(1001)]],
    ['bol', startBol, ['0', '-1', '01', '1.5', 'x', '', '1&page=2', '100001']],
    ['ShipHero', startShipHero, ['', 'a b', '"}', 'ä', long(501)]],
    ['Amazon', startAmazon, ['', 'a b', 'ä', 'a\nb', long(2001)]],
    ['Flexport', startFlexport, ['', 'a b', 'a&b', 'ä', long(501)]],
  ] as const)('is refused by %s if it is none of its own, without a request', async ([, start, cursors]) => {
    const { vendor } = await open(start)
    for (const cursor of cursors) {
      const error = await errorOf(vendor.connector.inventory?.page(vendor.system(), cursor) as Promise<unknown>)
      expect(error.message, cursor).toBe('The cursor is not one of this custodian.')
      expect(error.code).toBe('INVALID_CONFIG')
    }
    expect(vendor.server.asked).toEqual([])
  })
})

describe('an announcement of goods', () => {
  it('names the SKU that ShipBob does not know, and announces nothing', async () => {
    const { vendor } = await openVendor(startShipBob)
    const error = await errorOf(announce(vendor.connector, vendor.system(), 'NO-SUCH-SKU', TOMORROW))
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
    expect(error.message).toContain('SKU NO-SUCH-SKU')
    expect(vendor.receivings.size).toBe(0)
  })

  it('does not take the SKU that ShipBob finds for a longer one', async () => {
    const { vendor } = await openVendor(startShipBob)
    expect(await errorOf(announce(vendor.connector, vendor.system(), 'SKU-', TOMORROW))).toMatchObject({
      code: 'INVALID_CONFIG',
    })
  })

  it('says that ShipBob refuses an arrival in the past', async () => {
    const { vendor } = await openVendor(startShipBob)
    const error = await errorOf(announce(vendor.connector, vendor.system(), 'TEA', YESTERDAY), vendor.secrets)
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
    expect(error.message).toContain('must be in the future')
    expect(vendor.receivings.size).toBe(0)
  })

  it('is unclear once ShipHero has refused it, and said in our words', async () => {
    const { vendor } = await openVendor(startShipHero)
    const error = await errorOf(announce(vendor.connector, vendor.system(), 'NO-SUCH-SKU', TOMORROW), vendor.secrets)
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', isUnclear: true })
    expect(error.message).toBe('ShipHero refuses the announcement. Check that it knows the SKUs.')
    expect(vendor.purchases.size).toBe(0)
  })

  it('is found at ShipHero where the refusal follows an order that was made', async () => {
    const { vendor } = await openVendor(startShipHero)
    vendor.server.meanwhile(({ body }) => {
      if (!String(body.query).startsWith('mutation PurchaseOrderCreate')) return
      vendor.purchases.set('GR-1', 'made-meanwhile')
      vendor.server.misbehave({ json: { errors: [{ code: 3, message: 'already exists' }], data: null } })
    })
    expect(await announce(vendor.connector, vendor.system(), 'TEA', TOMORROW)).toBe('made-meanwhile')
  })

  it('is not sent where ShipHero cannot say whether it has it', async () => {
    const { vendor } = await openVendor(startShipHero)
    vendor.server.misbehaveAt(({ body }) => String(body.query).startsWith('query PurchaseOrder'), {
      json: { errors: [{ code: 3, message: 'Something went wrong' }], data: null },
    })
    await errorOf(announce(vendor.connector, vendor.system(), 'TEA', TOMORROW))
    expect(vendor.purchases.size).toBe(0)
  })
})

describe('a webhook of a vendor', () => {
  const nest = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

  it.for([
    ['fulfilment_api_a', { topic: 'order.shipped', reference_id: 'FO-1' }],
    ['fulfilment_api_b', { webhook_type: 'Shipment Update', order_number: 'FO-1' }],
    ['retailer_fbb', { event: { resource: 'ORDER', resourceId: '7' } }],
    ['freight_platform', { logisticsEventType: 'Order.Shipped', externalOrderId: 'FO-1' }],
    ['shipping_api', { description: 'tracker.updated', result: { tracking_code: '1' } }],
    ['custom', { type: 'fulfilment_order.updated', data: { reference: 'FO-1' } }],
  ] as const)('of %s is invalid if its body is nested too deeply', ([type, body]) => {
    const { webhooks } = getCustodianConnector(type)
    const read = (depth: number) =>
      webhooks?.read({ headers: {}, raw: Buffer.from(JSON.stringify({ ...body, more: nest(depth) })) })
    expect(read(50)).toMatchObject({ topic: expect.any(String) })
    expect(() => read(500)).toThrow(InvalidNotice)
  })

  it('of bol is not accepted if webhookSecret holds a key that is not RSA', async () => {
    const { vendor } = await openVendor(startBol)
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const webhookSecret = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const { raw } = vendor.notify('ORDER', '7')
    const signature = sign('sha256', raw, privateKey).toString('base64')
    expect(
      vendor.connector.webhooks?.verify(
        { headers: { signature: `signature=${signature}` }, raw },
        { webhookSecret },
        NOW,
      ),
    ).toBe(false)
  })
})

describe('an order in many parcels', () => {
  const MANY = 12
  const MAX_CALLS = 10

  it('has all parcels of Amazon, of which it asks the carrier about ten', async () => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    await vendor.work(reference, 'handed_over')
    const [shipment] = vendor.requireOrder(reference).shipments
    const parcels = Array.from({ length: MANY }, (_, at) => ({ packageNumber: 500 + at, carrierCode: 'DHL' }))
    Object.assign(shipment ?? {}, { fulfillmentShipmentPackage: parcels })
    expect((await read()).parcels).toHaveLength(MANY)
    expect(vendor.server.asked.filter(({ path }) => path.endsWith('/tracking'))).toHaveLength(MAX_CALLS)
  })

  it('costs no more than ten calls at bol', async () => {
    const { vendor, orders } = await openVendor(startBol)
    vendor.orders.set('7', { orderId: '7', orderItems: [vendor.item('TEA', MANY)] })
    for (let at = 0; at < MANY; at++) vendor.ship('7', `90${at}`, { TEA: 1 })
    const { reference } = aDispatch(SKUS)
    const found = await orders.find(vendor.system(), reference, { remoteId: '7', orderNumber: '7' })
    // What is in the others is among the rest of the order.
    expect(found?.parcels.map(({ lines }) => lines.length)).toEqual([...Array(MAX_CALLS).fill(1), 0, 0])
    expect(vendor.server.asked.filter(({ path }) => path.startsWith('/shipments/'))).toHaveLength(MAX_CALLS)
  })
})

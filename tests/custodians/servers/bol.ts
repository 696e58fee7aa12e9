import { generateKeyPairSync, sign } from 'node:crypto'
import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { bolLvb } from '../../../lib/custodians/retailer-fbb/bol-lvb.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { SKUS, STOCK, startVendor } from './vendor.ts'

const TOKEN = 'bol-0123456789abcdef'
const MEDIA_TYPE = 'application/vnd.retailer.v10+json'
const PAGE_SIZE = 50

const item = (sku: string, quantity: number, method = 'FBB') => ({
  orderItemId: `I-${sku}`,
  offer: { offerId: `O-${sku}`, reference: sku },
  product: { ean: `EAN-${sku}` },
  fulfilment: { method, latestDeliveryDate: '2026-03-05' },
  quantity,
  quantityShipped: 0,
  quantityCancelled: 0,
})

interface Order {
  orderId: string
  orderItems: ReturnType<typeof item>[]
}

/** The part of bol's Retailer API that the connector calls; everything that would change something is refused. */
export const startBol = async () => {
  const orders = new Map<string, Order>()
  const shipments = new Map<string, Record<string, unknown> & { order: { orderId: string } }>()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  const answer = ({ method, path, headers, query }: Asked): Said => {
    if (headers.accept !== MEDIA_TYPE) return { status: 406, json: { status: 406 } }
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { status: 401 } }
    if (method !== 'GET') throw new Error('nothing may be written at bol')
    const [, noun, id] = path.split('/')
    if (path === '/retailers/current') return { json: { retailerId: '1234567' } }
    if (path === '/inventory') {
      if (query.get('state') !== 'REGULAR') return { status: 400, json: {} }
      const page = Number(query.get('page'))
      const inventory = STOCK.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      return {
        json: { inventory: inventory.map(({ sku, onHand }) => ({ ean: sku, bsku: sku, regularStock: onHand })) },
      }
    }
    if (path === '/shipments') {
      if (query.get('fulfilment-method')) return { status: 400, json: { detail: 'not with order-id' } }
      const found = [...shipments.values()].filter(({ order }) => order.orderId === query.get('order-id'))
      return { json: { shipments: found.map(({ shipmentId }) => ({ shipmentId })) } }
    }
    const found = noun === 'orders' ? orders.get(id ?? '') : noun === 'shipments' ? shipments.get(id ?? '') : undefined
    return found ? { json: found } : { status: 404, json: { status: 404 } }
  }

  const vendor = await startVendor({ credentials: {}, token: TOKEN, answer })

  /** Ships pieces of an order. */
  const ship = (orderId: string, shipmentId: string, pieces: Readonly<Record<string, number>>) => {
    const { orderItems = [] } = orders.get(orderId) ?? {}
    for (const each of orderItems) each.quantityShipped += pieces[each.offer.reference] ?? 0
    shipments.set(shipmentId, {
      shipmentId,
      order: { orderId },
      shipmentDateTime: '2026-03-02T19:20:11+01:00',
      shipmentItems: Object.entries(pieces).map(([sku, quantity]) => ({ orderItemId: `I-${sku}`, quantity })),
      transport: { transportId: '3586', transporterCode: 'TNT', trackAndTrace: `3S${shipmentId}` },
    })
  }

  /** Builds a webhook as bol signs it. */
  const notify = (resource: string, resourceId: string): CustodianDelivery => {
    const raw = Buffer.from(JSON.stringify({ retailerId: 1, event: { resource, type: 'UPDATE', resourceId } }))
    const signature = sign('RSA-SHA256', raw, privateKey).toString('base64')
    return { headers: { signature: `keyId=0, algorithm="rsa-sha256", signature=${signature}` }, raw }
  }

  return {
    connector: bolLvb,
    ...vendor,
    wrong: { accessToken: 'wrong-token-of-bol' },
    secrets: [TOKEN, vendor.secret],
    skus: SKUS,
    orders,
    item,
    ship,
    /** Lists a shipment no more, as bol does for a while after it shipped. */
    hide: (shipmentId: string) => shipments.delete(shipmentId),
    notify,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    countOrders: () => orders.size,
    work: () => {},
  } satisfies Stage & Record<string, unknown>
}

import { amazonMcf } from '../../../lib/custodians/fba-marketplace/amazon-mcf.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { Bad, demand, isKnownSku, SKUS, STOCK, startVendor } from './vendor.ts'

const TOKEN = 'Atza|0123456789abcdef'
const GERMANY = 'A1PA6795UKMFR9'
const PAGE_SIZE = 50
const OUTBOUND = '/fba/outbound/2020-07-01'

interface Item extends Record<string, unknown> {
  sellerSku: string
  quantity: number
  cancelledQuantity: number
  unfulfillableQuantity: number
}

interface Order {
  id: string
  marketplaceId: unknown
  status: string
  items: Item[]
  shipments: Record<string, unknown>[]
  tracked: Record<string, unknown>
}

const wrong = (message: string, status = 400) => new Bad(status, { errors: [{ code: 'InvalidInput', message }] })

/** The part of the Selling Partner API that the connector calls. */
export const startAmazon = async () => {
  const orders = new Map<string, Order>()

  const place = (body: unknown): Said => {
    const wanted = demand(body, {
      marketplaceId: 'text',
      sellerFulfillmentOrderId: 'text',
      displayableOrderId: 'text',
      displayableOrderDate: 'text',
      displayableOrderComment: 'text',
      shippingSpeedCategory: 'text',
      fulfillmentAction: 'text',
      fulfillmentPolicy: 'text',
      destinationAddress: 'object',
      items: 'list',
    })
    const id = String(wanted.sellerFulfillmentOrderId)
    if (!/^[A-Za-z0-9-]{1,40}$/.test(id)) throw wrong('the id has other characters')
    if (!/^[A-Za-z0-9-]{1,40}$/.test(String(wanted.displayableOrderId))) throw wrong('the displayable id is wrong')
    if (!['Standard', 'Expedited', 'Priority'].includes(String(wanted.shippingSpeedCategory))) throw wrong('speed')
    if (wanted.fulfillmentPolicy !== 'FillOrKill') throw wrong('stays processing')
    const address = { name: 'text', addressLine1: 'text', stateOrRegion: 'text', postalCode: 'text' } as const
    demand(
      wanted.destinationAddress,
      { ...address, countryCode: 'text' },
      { addressLine2: 'text', addressLine3: 'text', city: 'text', phone: 'text' },
    )
    const item = { sellerSku: 'text', sellerFulfillmentOrderItemId: 'text', quantity: 'number' } as const
    const items = (wanted.items as unknown[]).map((each) => demand(each, item, { perUnitDeclaredValue: 'object' }))
    if (!items.every(({ sellerSku }) => isKnownSku(sellerSku))) throw wrong('secret wording: SKU is unknown')
    if (orders.has(id)) throw wrong('the id is in use')
    orders.set(id, {
      id,
      marketplaceId: wanted.marketplaceId,
      status: 'New',
      items: items.map((each) => ({ ...each, cancelledQuantity: 0, unfulfillableQuantity: 0 }) as unknown as Item),
      shipments: [],
      tracked: {},
    })
    return { json: {} }
  }

  const requireOrder = (reference: string) => {
    const order = orders.get(reference)
    if (!order) throw wrong(`Fulfillment order ${reference} not found`)
    return order
  }

  const dropOpen = (order: Order) => {
    order.status = 'Cancelled'
    for (const item of order.items) item.cancelledQuantity = item.quantity
  }

  const cancel = (reference: string): Said => {
    const order = requireOrder(reference)
    if (order.status === 'Cancelled') throw wrong('is cancelled')
    if (order.status !== 'New' && order.status !== 'Received') throw wrong('is processed')
    dropOpen(order)
    return { json: {} }
  }

  const show = (reference: string): Said => {
    const { id, status, items, shipments } = requireOrder(reference)
    return {
      json: {
        payload: {
          fulfillmentOrder: { sellerFulfillmentOrderId: id, fulfillmentOrderStatus: status },
          fulfillmentOrderItems: items,
          fulfillmentShipments: shipments,
        },
      },
    }
  }

  const track = (number: string | null): Said => {
    const order = [...orders.values()].find(({ tracked }) => String(tracked.packageNumber) === number)
    if (!order) throw wrong('no such package')
    return { json: { payload: order.tracked } }
  }

  const listStock = ({ query }: Asked): Said => {
    if (query.get('granularityId') !== GERMANY || query.get('details') !== 'true') throw wrong('details are wanted')
    const start = Number(query.get('nextToken') ?? 0)
    const inventorySummaries = STOCK.slice(start, start + PAGE_SIZE).map(({ sku, onHand }) => ({
      sellerSku: sku,
      inventoryDetails: { fulfillableQuantity: onHand, reservedQuantity: { totalReservedQuantity: 0 } },
    }))
    const end = start + inventorySummaries.length
    return {
      json: { payload: { inventorySummaries }, pagination: end < STOCK.length ? { nextToken: String(end) } : {} },
    }
  }

  const answer = (asked: Asked): Said => {
    const { method, path, headers, query, body } = asked
    if (headers.authorization) throw wrong('is not signed any more')
    if (!/^\S+\/\S+ \(Language=/.test(headers['user-agent'] ?? '')) throw wrong('a user agent is wanted')
    if (headers['x-amz-access-token'] !== TOKEN) throw wrong('Access to requested resource is denied.', 401)
    const order = /^\/fba\/outbound\/2020-07-01\/fulfillmentOrders\/([^/]+)(\/cancel)?$/.exec(path)
    if (order?.[1] && method === 'PUT' && order[2]) return cancel(order[1])
    if (order?.[1] && method === 'GET') return show(order[1])
    switch (`${method} ${path}`) {
      case 'GET /sellers/v1/marketplaceParticipations':
        return {
          json: {
            payload: [
              { marketplace: { id: 'A13V1IB3VIYZZH', countryCode: 'FR' }, participation: { isParticipating: false } },
              { marketplace: { id: GERMANY, countryCode: 'DE' }, participation: { isParticipating: true } },
            ],
          },
        }
      case `POST ${OUTBOUND}/fulfillmentOrders`:
        return place(body)
      case `GET ${OUTBOUND}/tracking`:
        return track(query.get('packageNumber'))
      case 'GET /fba/inventory/v1/summaries':
        return listStock(asked)
      default:
        return { status: 404, page: 'no' }
    }
  }

  const vendor = await startVendor({ credentials: {}, token: TOKEN, kept: { marketplaces: GERMANY }, answer })

  const work: Stage['work'] = (reference, to) => {
    const order = requireOrder(reference)
    order.status = { accepted: 'Received', in_progress: 'Processing', handed_over: 'Complete', delivered: 'Complete' }[
      to
    ]
    if (order.status !== 'Complete') return
    const packageNumber = 100 + [...orders.keys()].indexOf(reference)
    order.shipments = [
      {
        amazonShipmentId: `D${packageNumber}`,
        fulfillmentShipmentStatus: 'SHIPPED',
        shippingDate: '2026-03-02T12:00:00Z',
        fulfillmentShipmentItem: order.items.map(({ sellerSku, quantity }) => ({ sellerSku, quantity, packageNumber })),
        fulfillmentShipmentPackage: [{ packageNumber, carrierCode: 'DHL', trackingNumber: `TBA${packageNumber}` }],
      },
    ]
    order.tracked = {
      packageNumber,
      currentStatus: to === 'delivered' ? 'DELIVERED' : 'IN_TRANSIT',
      trackingEvents: [
        { eventDate: '2026-03-02T14:00:00Z', eventCode: 'EVENT_202', eventDescription: 'Arrived', eventAddress: {} },
        {
          eventDate: '2026-03-03T09:00:00Z',
          eventCode: 'EVENT_301',
          eventDescription: 'At the door',
          eventAddress: {},
        },
      ],
    }
  }

  return {
    connector: amazonMcf,
    ...vendor,
    wrong: { accessToken: 'Atza|wrong-token-of-amazon' },
    secrets: [TOKEN, vendor.secret, 'secret wording'],
    skus: SKUS,
    orders,
    requireOrder,
    countOrders: () => orders.size,
    work,
    cancelThere: (reference) => dropOpen(requireOrder(reference)),
    confuse(reference) {
      requireOrder(reference).status = 'AwaitingMoonlight'
    },
  } satisfies Stage & Record<string, unknown>
}

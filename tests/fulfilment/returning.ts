import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, parseId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aCustodian, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { NEW_ORDER } from './new-order.ts'

export const RETURNS = '/api/fulfilment/returns'

interface Line {
  sku: string
  variantId: string
  handedOver: number
  orderLine?: number | null
}

interface Given {
  custodian?: { id: string; name: string }
  salesOrderId?: string | null
  lines: Line[]
}

/** Stores a fulfilment order whose pieces left the custodian. */
export const aHandedOverOrder = async (member: Member, { custodian, salesOrderId = null, lines }: Given) => {
  const keeper = custodian ?? (await aCustodian(member))
  const { db, clock } = app()
  return await runInUnit(db, { tenant: member.tenant, actor: null, now: clock() }, async (unit) =>
    unit.create(fulfilmentOrders, {
      ...NEW_ORDER,
      reference: `FO-${newId(clock())}`,
      salesOrderId,
      orderNumber: 'DE-100045',
      channelId: null,
      custodianId: parseId(keeper.id) as string,
      custodianName: keeper.name,
      status: 'closed',
      outcome: 'full',
      request: 'accepted',
      deliveryAddress: {
        ...EMPTY_ADDRESS,
        name: 'Ada Lovelace',
        line1: 'Marktplatz 3',
        city: 'Leipzig',
        postalCode: '04109',
        countryCode: 'DE',
      },
      lines: lines.map(({ sku, variantId, handedOver, orderLine = null }) => ({
        id: newId(clock()),
        orderLine,
        variantId,
        sku,
        name: `Name of ${sku}`,
        ordered: handedOver,
        allocated: 0,
        handedOver,
        cancelled: 0,
        allocation: null,
      })),
      closedAt: clock().toISOString(),
      remoteId: null,
    }),
  )
}

/** Creates a variant with a stock item, and a fulfilment order that handed pieces of it over. */
export const aDelivery = async (member: Member, handedOver = 2, onHand = 10) => {
  const [variant, custodian] = await Promise.all([aVariant(member), aCustodian(member)])
  const { body: item } = await member.post('/api/inventory/stock-items', {
    variantId: variant.id,
    custodianId: custodian.id,
    onHand,
  })
  const salesOrderId = newId(app().clock())
  const lines = [{ sku: variant.sku, variantId: variant.id, handedOver }]
  const order = await aHandedOverOrder(member, { custodian, salesOrderId, lines })
  const readOnHand = async () => (await member.get(`/api/inventory/stock-items/${item.id}`)).body.onHand as number
  return { variant, custodian, order, salesOrderId, sku: variant.sku as string, readOnHand }
}

export const request = (member: Member, salesOrderId: string, sku: string, quantity: number) =>
  member.post(RETURNS, { salesOrderId, reason: 'Wrong size', lines: [{ sku, quantity }] })

/** Requests and authorizes a return. */
export const anAuthorizedReturn = async (member: Member, salesOrderId: string, sku: string, quantity: number) => {
  const { body } = await request(member, salesOrderId, sku, quantity)
  return (await member.post(`${RETURNS}/${body.id}/authorize`)).body
}

type Disposition = 'restock' | 'quarantine' | 'write_off'

export const receive = (
  member: Member,
  { id, lines }: { id: string; lines: { id: string }[] },
  quantity: number,
  disposition: Disposition = 'restock',
) =>
  member.post(`${RETURNS}/${id}/receive`, {
    lines: [{ lineId: lines[0]?.id, quantity, condition: 'sellable', disposition }],
  })

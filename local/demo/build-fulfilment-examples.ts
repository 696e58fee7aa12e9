import type { Examples } from '../../lib/platform/docs/openapi/apply-examples.ts'
import { inDays } from './in-days.ts'
import type { Maker } from './maker.ts'

type Requests = Examples['requests']

const nextMonth = () => inDays(31)

const buildInventoryRequests = ({ known }: Maker): Requests => {
  const [variantId, custodianId] = [known('variant small'), known('custodian hamburg')]
  const lotId = known('lot')
  const ofItem = (step: string) => ({ id: known(step) })
  return {
    'POST /api/inventory/stock-items': {
      body: { variantId: known('variant large'), custodianId: known('custodian isar'), onHand: 3 },
    },
    'PATCH /api/inventory/stock-items/{id}': {
      parameters: ofItem('stock of SIM-5 at isar'),
      body: { backorderLimit: 4 },
    },
    'POST /api/inventory/stock-items/{id}/correct': {
      parameters: ofItem('stock of SIM-5 at isar'),
      body: { onHand: 198, reason: 'Two fewer were counted' },
    },
    'POST /api/inventory/stock-items/{id}/write-off': { body: { quantity: 1, lotId, reason: 'Water damage' } },
    'POST /api/inventory/stock-items/{id}/restock': { body: { quantity: 1, lotId, reason: 'As good as new' } },
    'POST /api/inventory/stock-items/{id}/discontinue': { parameters: ofItem('stock item, to discontinue') },
    'POST /api/inventory/goods-receipts': {
      body: { custodianId, reference: 'PO-1003', expectedAt: '2099-04-30', lines: [{ variantId, expected: 12 }] },
    },
    'POST /api/inventory/goods-receipts/{id}/receive': {
      body: { lines: [{ variantId, quantity: 5, lots: [{ code: 'L-0421', expiresOn: '2099-12-31', quantity: 5 }] }] },
    },
    'POST /api/inventory/goods-receipts/{id}/close': { parameters: ofItem('goods receipt, to close') },
    'POST /api/inventory/goods-receipts/{id}/cancel': { parameters: ofItem('goods receipt, to cancel') },
    'POST /api/inventory/transfers': {
      body: {
        fromCustodianId: custodianId,
        toCustodianId: known('custodian valencia'),
        lines: [{ variantId, quantity: 1 }],
      },
    },
    'POST /api/inventory/transfers/{id}/receive': {
      parameters: ofItem('transfer, shipped'),
      body: { lines: [{ variantId, received: 5, lost: 1 }], reason: 'One fell off the pallet' },
    },
    'POST /api/inventory/transfers/{id}/cancel': { parameters: ofItem('transfer, to cancel') },
    'POST /api/inventory/lots/{id}/recall': {
      parameters: ofItem('lot, to recall'),
      body: { reason: 'Recalled by the producer' },
    },
  }
}

const buildOrderRequests = async ({ client, known }: Maker): Promise<Requests> => {
  const [variantId, custodianId] = [known('variant small'), known('custodian hamburg')]
  const ofOrder = (step: string) => ({ id: known(`fulfilment order, ${step}`) })
  const pieces = async (step: string) => {
    const { lines } = await client.fulfilment.orders.get(known(`fulfilment order, ${step}`))
    return [{ lineId: lines[0]?.id, quantity: 1 }]
  }
  return {
    'POST /api/fulfilment/orders': {
      body: {
        custodianId,
        orderNumber: 'COUNTER-20',
        lines: [{ variantId, quantity: 1 }],
        deliveryAddress: { name: 'Teehaus am Markt', line1: 'Marktplatz 2', city: 'Leipzig', countryCode: 'DE' },
      },
    },
    'POST /api/fulfilment/orders/{id}/start': { parameters: ofOrder('open') },
    'POST /api/fulfilment/orders/{id}/hold': {
      parameters: ofOrder('to hold'),
      body: { reason: 'address', note: 'The house number is missing' },
    },
    'POST /api/fulfilment/orders/{id}/release': { parameters: ofOrder('on hold'), body: { holdId: known('hold') } },
    'POST /api/fulfilment/orders/{id}/split': {
      parameters: ofOrder('to split'),
      body: { lines: await pieces('to split') },
    },
    'POST /api/fulfilment/orders/{id}/reassign': {
      parameters: ofOrder('to reassign'),
      body: { custodianId: known('custodian valencia') },
    },
    'POST /api/fulfilment/orders/{id}/hand-over': {
      parameters: ofOrder('to hand over'),
      body: {
        parcels: [{ carrier: 'Radkurier Nord', trackingNumber: 'RN0000013', lines: await pieces('to hand over') }],
      },
    },
    'POST /api/fulfilment/orders/{id}/close-short': {
      parameters: ofOrder('to close short'),
      body: { reason: 'The last one is broken', lines: await pieces('to close short') },
    },
    'POST /api/fulfilment/orders/{id}/cancel': {
      parameters: ofOrder('to cancel'),
      body: { reason: 'The buyer came to the shop' },
    },
    'POST /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}/reverse': {
      parameters: { ...ofOrder('to reverse'), fulfilmentId: known('fulfilment to reverse') },
      body: { reason: 'Somebody took the wrong parcel' },
    },
    'POST /api/fulfilment/pick-lists': { body: { fulfilmentOrderIds: [known('fulfilment order, open')] } },
    'POST /api/fulfilment/policies': { body: { name: 'Any hall', rules: [{ name: 'Any' }] } },
    'PATCH /api/fulfilment/policies/{id}': {
      body: { rules: [{ name: 'One hall', custodianIds: [known('custodian elbe')], splitAllowed: false }] },
    },
    'POST /api/fulfilment/policies/dry-run': {
      body: { salesOrderId: known('order, held'), rules: [{ name: 'Any' }] },
    },
    'POST /api/fulfilment/incidents/{id}/resolve': { body: { note: 'The buyer waits for the next delivery' } },
  }
}

const buildReturnRequests = ({ known }: Maker): Requests => {
  const ofReturn = (step: string) => ({ id: known(`return, ${step}`) })
  return {
    'POST /api/fulfilment/returns': {
      body: {
        fulfilmentOrderId: known('fulfilment order, handed over'),
        reason: 'Wrong size',
        lines: [{ sku: 'TRAY-SMALL', quantity: 1 }],
      },
    },
    'POST /api/fulfilment/returns/unannounced': {
      body: {
        custodianId: known('custodian elbe'),
        sender: 'Ada Lovelace',
        lines: [{ sku: 'TRAY-SMALL', quantity: 1, condition: 'opened', disposition: 'quarantine' }],
      },
    },
    'GET /api/fulfilment/returns/{id}/candidates': { parameters: { id: known('return, unannounced') } },
    'POST /api/fulfilment/returns/{id}/join': {
      parameters: ofReturn('unannounced'),
      body: { fulfilmentOrderId: known('fulfilment order, handed over') },
    },
    'POST /api/fulfilment/returns/{id}/authorize': {
      parameters: ofReturn('to authorize'),
      body: { carrier: 'Radkurier Nord', trackingNumber: 'RN0000014' },
    },
    'POST /api/fulfilment/returns/{id}/reject': {
      parameters: ofReturn('to reject'),
      body: { reason: 'The return period has ended' },
    },
    'POST /api/fulfilment/returns/{id}/cancel': { parameters: ofReturn('to cancel') },
    'POST /api/fulfilment/returns/{id}/receive': {
      parameters: ofReturn('to receive'),
      body: {
        lines: [
          {
            lineId: known('line of the return, to receive'),
            quantity: 1,
            condition: 'opened',
            disposition: 'restock',
          },
        ],
      },
    },
    'POST /api/fulfilment/returns/{id}/resolve': {
      body: { resolution: 'refunded', refundAmount: 990, currency: 'EUR', refundReference: 're_3NqX' },
    },
    'POST /api/fulfilment/returns/{id}/slip': { body: { locale: 'de_DE' } },
  }
}

const buildShippingRequests = ({ known }: Maker): Requests => {
  const ofShipment = (step: string) => ({ id: known(`shipment, ${step}`) })
  return {
    'POST /api/shipping/shipments': {
      body: { orderNumber: 'SAMPLE-3', carrier: 'Radkurier Nord', lines: [{ sku: 'TRAY-SMALL', quantity: 1 }] },
    },
    'PATCH /api/shipping/shipments/{id}': {
      parameters: ofShipment('to change'),
      body: { trackingNumber: 'RN0000015' },
    },
    'POST /api/shipping/shipments/{id}/cancel': {
      parameters: ofShipment('to cancel'),
      body: { reason: 'Packed twice' },
    },
    'POST /api/shipping/shipments/{id}/events': {
      parameters: ofShipment('created'),
      body: { state: 'in_transit', description: 'The parcel is on its way' },
    },
    'POST /api/shipping/shipments/{id}/label/upload': {
      parameters: ofShipment('to change'),
      body: { file: Buffer.from('^XA^FO50,50^FDSAMPLE-4^FS^XZ').toString('base64') },
    },
    'POST /api/shipping/shipments/{id}/replace-tracking-link': { parameters: ofShipment('to change') },
    'POST /api/shipping/shipments/{id}/delivery-note': { body: { locale: 'de_DE' } },
    'POST /api/shipping/carriers': {
      body: { code: 'bergpost', name: 'Bergpost', trackingUrlTemplate: 'https://bergpost.example/{number}' },
    },
    'PATCH /api/shipping/carriers/{code}': { body: { aliases: ['RKN'] } },
  }
}

const buildTariffRequests = ({ known }: Maker): Requests => ({
  'POST /api/billing/tariffs': {
    body: {
      partnerId: known('partner nordlicht'),
      name: 'Fulfilment',
      basis: 'custody',
      currency: 'EUR',
      validFrom: nextMonth(),
      rates: [
        { per: 'order', amount: 120 },
        { per: 'piece', amount: 9.5 },
      ],
    },
  },
  'POST /api/billing/tariffs/dry-run': {
    body: {
      partnerId: known('partner elbe'),
      basis: 'custody',
      lines: [{ sku: 'SIM-0', quantity: 2 }],
      hasParcel: true,
      isFirst: true,
    },
  },
  'POST /api/billing/tariffs/{id}/end': { body: { validUntil: '2099-12-31' } },
})

/** Builds requests of fulfilment, inventory and shipping, and of the tariffs for them. Almost each has a thing of its own. */
export const buildFulfilmentRequests = async (maker: Maker): Promise<Requests> => ({
  ...buildInventoryRequests(maker),
  ...(await buildOrderRequests(maker)),
  ...buildReturnRequests(maker),
  ...buildShippingRequests(maker),
  ...buildTariffRequests(maker),
})

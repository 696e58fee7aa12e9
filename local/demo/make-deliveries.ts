import { makeManualOrders, makeReturns } from './make-manual-orders.ts'
import type { Maker } from './maker.ts'

/** Follows an order of the tea shop until its parcels are delivered, and takes a piece of it back. */
const takeBack = async ({ client, once, change, until, known }: Maker): Promise<void> => {
  const { returns } = client.fulfilment
  const salesOrderId = await once('order, fulfilled', () =>
    until('The delivery of an order', async () => {
      const { member } = await client.shipping.shipments.list({ status: 'delivered', itemsPerPage: 100 })
      return member.find(({ channelId }) => channelId === known('channel tea'))?.salesOrderId ?? undefined
    }),
  )
  await once('fulfilment order', async () => {
    const { member } = await client.fulfilment.orders.list({ salesOrderId })
    return member[0]?.id as string
  })
  await once('fulfilment', async () => {
    const { member } = await client.fulfilment.orders.listFulfilments(known('fulfilment order'))
    return member[0]?.id as string
  })
  await once('shipment', async () => {
    const { member } = await client.shipping.shipments.list({ salesOrderId })
    return member[0]?.id as string
  })
  const sku = (await client.shipping.shipments.get(known('shipment'))).lines[0]?.sku as string
  const request = async (name: string, reason: string) =>
    await once(
      name,
      async (options) => (await returns.request({ salesOrderId, reason, lines: [{ sku, quantity: 1 }] }, options)).id,
    )
  const received = await request('return, received', 'Arrived twice')
  await change('return is authorized', () => returns.authorize(received))
  await change('return arrives', async () => {
    const lineId = (await returns.get(received)).lines[0]?.id as string
    const lines = [{ lineId, quantity: 1, condition: 'opened', disposition: 'restock' }] as const
    await returns.receive(received, { lines }, { idempotencyKey: 'demo return arrives' })
  })
}

/** Makes a carrier and parcels that no order of a shop asked for. */
const makeParcels = async ({ client, once, change }: Maker): Promise<void> => {
  const { carriers, shipments } = client.shipping
  await once(
    'carrier',
    async () =>
      (
        await carriers.create({
          code: 'radkurier',
          name: 'Radkurier Nord',
          trackingUrlTemplate: 'https://radkurier.example/track?code={number}',
        })
      ).code,
    async () => (await carriers.list()).member.find(({ code }) => code === 'radkurier')?.code,
  )
  const send = async (name: string, orderNumber: string, trackingNumber: string) =>
    await once(
      name,
      async (options) =>
        (
          await shipments.create(
            {
              orderNumber,
              carrier: 'Radkurier Nord',
              trackingNumber,
              lines: [{ sku: 'TRAY-SMALL', name: 'Walnut tea tray, small', quantity: 1 }],
              deliveryAddress: {
                name: 'Ada Lovelace',
                line1: 'Kanalstraße 7',
                city: 'Hamburg',
                postalCode: '20095',
                countryCode: 'DE',
              },
            },
            options,
          )
        ).id,
    )
  const lost = await send('shipment, lost', 'SAMPLE-1', 'RN0000001')
  await change('shipment is lost', async () => {
    await shipments.addEvent(lost, { state: 'in_transit', description: 'The parcel is on its way' })
    await shipments.addEvent(lost, { state: 'lost', description: 'The parcel is lost' })
  })
  await send('shipment, created', 'SAMPLE-2', 'RN0000002')
  await send('shipment, to change', 'SAMPLE-4', 'RN0000004')
  await send('shipment, to cancel', 'SAMPLE-5', 'RN0000005')
}

export const makeDeliveries = async (maker: Maker): Promise<void> => {
  await makeParcels(maker)
  await makeManualOrders(maker)
  await makeReturns(maker)
  await takeBack(maker)
}

import type { Maker } from './maker.ts'

const ADDRESS = { name: 'Teehaus am Markt', line1: 'Marktplatz 2', city: 'Leipzig', countryCode: 'DE' }
const COURIER = 'Radkurier Nord'

const PIECES = 2
/** Enough for all returns of the order. */
const RETURNED_PIECES = 8

/** Orders that wait for what their name says. */
const WAITING = ['to hold', 'to split', 'to hand over', 'to reassign', 'to close short', 'to cancel']

/** Places an order that people work in the hall in Hamburg. */
const place = async ({ client, once, known }: Maker, name: string, number: number, quantity = PIECES) =>
  await once(
    `fulfilment order, ${name}`,
    async (options) =>
      (
        await client.fulfilment.orders.create(
          {
            custodianId: known('custodian hamburg'),
            orderNumber: `COUNTER-${number}`,
            lines: [{ variantId: known('variant small'), quantity }],
            deliveryAddress: ADDRESS,
          },
          options,
        )
      ).id,
  )

/** Hands a whole order over in one parcel. */
const handOver = async ({ client, change }: Maker, name: string, id: string, trackingNumber: string) =>
  await change(`fulfilment order, ${name}, is handed over`, () =>
    client.fulfilment.orders.handOver(
      id,
      { parcels: [{ carrier: COURIER, trackingNumber }] },
      { idempotencyKey: `demo fulfilment order, ${name}, is handed over` },
    ),
  )

/** Makes orders that wait for what one does in the reference, one for each action. */
export const makeManualOrders = async (maker: Maker): Promise<void> => {
  const { client, once, change } = maker
  const { orders } = client.fulfilment
  await place(maker, 'open', 1)
  const held = await place(maker, 'on hold', 2)
  await change('fulfilment order is held', () =>
    orders.hold(held, { reason: 'address', note: 'The buyer moves in March' }),
  )
  await once('hold', async () => (await orders.get(held)).holds[0]?.id as string)
  const wrong = await place(maker, 'to reverse', 3)
  await handOver(maker, 'to reverse', wrong, 'RN0000011')
  await once('fulfilment to reverse', async () => (await orders.listFulfilments(wrong)).member[0]?.id as string)
  const sent = await place(maker, 'handed over', 4, RETURNED_PIECES)
  await handOver(maker, 'handed over', sent, 'RN0000012')
  for (const [i, name] of WAITING.entries()) await place(maker, name, 5 + i)
}

/** Makes returns of one order in the states from which one goes on. */
export const makeReturns = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { returns } = client.fulfilment
  const fulfilmentOrderId = known('fulfilment order, handed over')
  const request = async (name: string, reason: string) =>
    await once(
      `return, ${name}`,
      async (options) =>
        (await returns.request({ fulfilmentOrderId, reason, lines: [{ sku: 'TRAY-SMALL', quantity: 1 }] }, options)).id,
    )
  const authorize = async (name: string, reason: string) => {
    const id = await request(name, reason)
    await change(`return, ${name}, may come`, () => returns.authorize(id))
    await once(`line of the return, ${name}`, async () => (await returns.get(id)).lines[0]?.id as string)
    return id
  }
  await once('return, unannounced', async (options) => {
    const line = { sku: 'TRAY-SMALL', quantity: 1, condition: 'opened', disposition: 'quarantine' } as const
    const given = { custodianId: known('custodian elbe'), sender: 'Jo Lind', lines: [line] }
    return (await returns.receiveUnannounced(given, options)).id
  })
  await request('to authorize', 'The colour is another one')
  await request('to reject', 'Not needed any more')
  await request('to cancel', 'Too small')
  await authorize('to receive', 'Scratched')
  const returned = await authorize('in quarantine', 'Smells of smoke')
  await change('return is in quarantine', () =>
    returns.receive(
      returned,
      {
        lines: [
          {
            lineId: known('line of the return, in quarantine'),
            quantity: 1,
            condition: 'opened',
            disposition: 'quarantine',
          },
        ],
      },
      { idempotencyKey: 'demo return is in quarantine' },
    ),
  )
}

import { stockOf } from '../fulfilment/fulfilling.ts'
import { pageOf, shipmentsOf } from '../parcels/telling.ts'
import type { Day } from './day.ts'

/** Finds pieces that are elsewhere than the books say. */
const findLost = async ({ owner, items, shelves }: Day): Promise<string[]> => {
  const wrong: string[] = []
  for (const [place, id] of items) {
    const { onHand, reserved } = await stockOf(owner, id)
    if (onHand !== shelves.get(place) || reserved)
      wrong.push(`${place}: ${shelves.get(place)} are there, and the books say ${onHand}, ${reserved} reserved`)
  }
  return wrong
}

const NUMBER = /TN-[A-Z0-9-]+/g

/** Finds pages that tell a buyer something else than what happened to the parcels of the order. */
const findUntruePages = async ({ owner, sent }: Day): Promise<string[]> => {
  const wrong: string[] = []
  for (const [salesOrderId, parcels] of sent) {
    const shipments = (await shipmentsOf(owner, salesOrderId)).filter(
      ({ status }: { status: string }) => status !== 'cancelled',
    )
    if (shipments.length !== parcels.length)
      wrong.push(`order ${salesOrderId} has ${shipments.length} parcels, and ${parcels.length} left`)
    const [shipment] = shipments
    if (!shipment) continue
    const page = await pageOf(shipment)
    const numbers = parcels.flatMap(({ number }) => number ?? [])
    const shown = new Set(page.match(NUMBER) ?? [])
    if (shown.size !== numbers.length || numbers.some((number) => !shown.has(number)))
      wrong.push(`the page of ${salesOrderId} shows ${[...shown]} and not ${numbers}`)
    for (const { says } of parcels) if (!page.includes(says)) wrong.push(`the page of ${salesOrderId} lacks ${says}`)
    const arrived = parcels.filter(({ says }) => says === 'Delivered on').length
    if ((page.match(/Delivered on/g) ?? []).length !== arrived)
      wrong.push(`the page of ${salesOrderId} does not tell of ${arrived} arrivals`)
  }
  return wrong
}

/** Finds shops that offer something else than what can be sold. */
const findWrongOffers = ({ shops, variants, warehouses, shelves }: Day): string[] =>
  shops.flatMap(({ type, shelf }) =>
    variants.flatMap(({ sku }) => {
      const offered = shelf.sold().find((each) => each.sku === sku)?.quantity
      const free = warehouses.reduce((sum, { id }) => sum + (shelves.get(`${id} ${sku}`) ?? 0), 0)
      return offered === free ? [] : [`${type} offers ${offered} of ${sku}, and ${free} can be sold`]
    }),
  )

/** Finds orders that were not sent as they were bought. */
const findUnsent = async ({ owner, orders, sent }: Day): Promise<string[]> => {
  const { totalItems } = (await owner.get('/api/sales/orders?itemsPerPage=1')).body
  const unsent = await owner.get('/api/fulfilment/incidents?status=open')
  return [
    ...(totalItems === orders && sent.size === orders
      ? []
      : [`${totalItems} of ${orders} came, ${sent.size} were sent`]),
    ...unsent.body.member.map(({ description }: { description: string }) => `an incident is open: ${description}`),
  ]
}

export const findWrong = async (day: Day): Promise<string[]> => [
  ...(await findUnsent(day)),
  ...(await findLost(day)),
  ...(await findUntruePages(day)),
  ...findWrongOffers(day),
]

import type { CustodianSystem, Dispatch, RemoteFulfilment } from '../custodian-connector.ts'
import { isSuccess, requireJson, toRefusal } from '../vendor/custodian-http.ts'
import { dispatchOnce } from '../vendor/dispatch-once.ts'
import { afterSending, buildRefused, explainRefusal, sumBySku } from '../vendor/remote.ts'
import { askFlexport, NAME, readFlexport } from './ask-flexport.ts'
import { readOrder } from './order.ts'

const DAY_MS = 86_400_000
const STANDARD_DAYS = 5
const EXPRESS_DAYS = 2

export const test = async (system: CustodianSystem): Promise<void> => {
  await readFlexport(system, '/products', { query: { limit: '1' } })
}

export const findOrder = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const answer = await askFlexport(system, `/orders/external_id/${encodeURIComponent(reference)}`)
  return answer.status === 404 ? undefined : readOrder(requireJson(NAME, answer))
}

/** Without a time Flexport takes five days after a day of its own choice. */
const promise = (serviceLevel: string | null, now: Date) => {
  const days = /express|expedited|priority|next|fast/i.test(serviceLevel ?? '') ? EXPRESS_DAYS : STANDARD_DAYS
  return new Date(now.getTime() + days * DAY_MS).toISOString()
}

const buildBody = ({ reference, serviceLevel, deliveryAddress, customer, lines }: Dispatch, now: Date) => ({
  externalOrderId: reference,
  promisedDeliveryByTime: promise(serviceLevel, now),
  address: {
    name: deliveryAddress.name ?? deliveryAddress.company ?? customer.name,
    ...(deliveryAddress.company && { company: deliveryAddress.company }),
    address1: deliveryAddress.line1 ?? '',
    address2: deliveryAddress.line2,
    city: deliveryAddress.city ?? '',
    provinceCode: deliveryAddress.region,
    zip: deliveryAddress.postalCode,
    countryCode: deliveryAddress.countryCode ?? '',
    ...(deliveryAddress.email && { email: deliveryAddress.email }),
    ...(deliveryAddress.phone && { phone: deliveryAddress.phone }),
  },
  lineItems: sumBySku(lines).map(({ sku, quantity }) => ({ logisticsSku: sku, quantity })),
})

/** Flexport does not document its answer to an id that it knows, so the order is looked up before and after. */
export const dispatch = dispatchOnce(async (system: CustodianSystem, wanted: Dispatch): Promise<RemoteFulfilment> => {
  const known = await findOrder(system, wanted.reference)
  if (known) return known
  const json = buildBody(wanted, system.now)
  const answer = await askFlexport(system, '/orders', { method: 'POST', json })
  if (isSuccess(answer)) return readOrder(answer.json)
  if (answer.status !== 400 && answer.status !== 409 && answer.status !== 422) throw toRefusal(NAME, answer)
  const found = await afterSending(() => findOrder(system, wanted.reference))
  return found ?? buildRefused(wanted.reference, explainRefusal(NAME, answer))
})

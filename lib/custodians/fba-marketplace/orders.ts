import { isInteger, joinWords, parseObject } from '../../connectors/reading.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { PacedAnswer } from '../../platform/outbound/paced-http.ts'
import type { CancelAnswer, CustodianSystem, Dispatch, RemoteFulfilment } from '../custodian-connector.ts'
import { requireJson, toRefusal } from '../vendor/custodian-http.ts'
import { dispatchOnce } from '../vendor/dispatch-once.ts'
import { afterSending, buildRefused, buildUnreadableError, explainRefusal, sumBySku } from '../vendor/remote.ts'
import { askAmazon, NAME, readAmazon } from './ask-amazon.ts'
import { chooseMarketplace, listMarketplaces } from './marketplaces.ts'
import { listPackages, readOrder, type Tracked } from './order.ts'

const ORDERS = '/fba/outbound/2020-07-01/fulfillmentOrders'
/** Each package costs a call, of which two are allowed a second. */
const MAX_TRACKED = 10

const buildPath = (reference: string) => `${ORDERS}/${encodeURIComponent(reference)}`

/** Amazon's documents leave open whether an unknown order is a missing or a bad one. */
const isUnknown = ({ status, json }: PacedAnswer) =>
  status === 404 || (status === 400 && /not found|not exist|no fulfillment order/i.test(JSON.stringify(json ?? '')))

const trackPackage = async (system: CustodianSystem, packageNumber: number): Promise<Tracked | undefined> => {
  const query = { packageNumber: String(packageNumber) }
  const answer = await askAmazon(system, '/fba/outbound/2020-07-01/tracking', { query })
  // A carrier that reports nothing must not hide the parcel itself.
  if (answer.status === 400 || answer.status === 404) return undefined
  return { packageNumber, tracking: parseObject(parseObject(requireJson(NAME, answer)).payload) }
}

export const test = async (system: CustodianSystem): Promise<void> => {
  await listMarketplaces(system)
}

export const findOrder = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const answer = await askAmazon(system, buildPath(reference))
  if (isUnknown(answer)) return undefined
  const payload = parseObject(parseObject(requireJson(NAME, answer)).payload)
  const numbers = listPackages(payload).map(([, parcel]) => parcel.packageNumber)
  const tracked: Tracked[] = []
  for (const number of numbers.filter(isInteger).slice(0, MAX_TRACKED)) {
    const found = await trackPackage(system, number)
    if (found) tracked.push(found)
  }
  return readOrder(payload, tracked)
}

const chooseSpeed = (serviceLevel: string | null) => {
  if (/priority|next|same|overnight/i.test(serviceLevel ?? '')) return 'Priority'
  return /express|expedited|fast/i.test(serviceLevel ?? '') ? 'Expedited' : 'Standard'
}

/** Amazon has no member for a company, so it gets a line. In Japan it wants the city in the lines too. */
const buildDestination = ({ deliveryAddress, customer }: Dispatch) => {
  const { name, company, line1, line2, city, region, postalCode, countryCode, phone } = deliveryAddress
  const isInJapan = countryCode === 'JP'
  const recipient = name ?? company ?? customer.name ?? ''
  const street = isInJapan ? joinWords(city, line1) : line1
  const [first = '', ...others] = [street, line2, recipient === company ? null : company].flatMap((line) => line ?? [])
  return {
    name: recipient,
    addressLine1: first,
    ...(others[0] && { addressLine2: others[0] }),
    ...(others[1] && { addressLine3: others[1] }),
    ...(city && !isInJapan && { city }),
    // Required, also in countries without regions.
    stateOrRegion: region ?? city ?? '',
    postalCode: postalCode ?? '',
    countryCode: countryCode ?? '',
    ...(phone && { phone }),
  }
}

const buildBody = (wanted: Dispatch, marketplaceId: string, now: Date) => {
  const { reference, orderNumber, deliveryAddress, customerNote, currency, lines } = wanted
  return {
    marketplaceId,
    sellerFulfillmentOrderId: reference,
    // Amazon prints it and takes letters, digits and hyphens.
    displayableOrderId: orderNumber.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 40) || reference,
    displayableOrderDate: now.toISOString(),
    displayableOrderComment: orderNumber.slice(0, 1000),
    shippingSpeedCategory: chooseSpeed(wanted.serviceLevel),
    fulfillmentAction: 'Ship',
    // Never waits for stock: what Amazon cannot ship at once is refused, so that another custodian gets it.
    fulfillmentPolicy: 'FillOrKill',
    destinationAddress: buildDestination(wanted),
    // Amazon takes instructions for deliveries in Japan only.
    ...(customerNote &&
      deliveryAddress.countryCode === 'JP' && { deliveryPreferences: { deliveryInstructions: customerNote } }),
    items: sumBySku(lines).map(({ sku, quantity, unitPrice }, at) => ({
      sellerSku: sku,
      sellerFulfillmentOrderItemId: String(at + 1),
      quantity,
      ...(unitPrice !== null && {
        perUnitDeclaredValue: { currencyCode: currency, value: formatDecimal(unitPrice, currency) },
      }),
    })),
  }
}

/** Amazon does not document its answer to an id that it knows, so the order is looked up before and after. */
export const dispatch = dispatchOnce(async (system: CustodianSystem, wanted: Dispatch): Promise<RemoteFulfilment> => {
  const { reference, deliveryAddress } = wanted
  const known = await findOrder(system, reference)
  if (known) return known
  const marketplaceId = await chooseMarketplace(system, deliveryAddress.countryCode)
  const json = buildBody(wanted, marketplaceId, system.now)
  const answer = await askAmazon(system, ORDERS, { method: 'POST', json })
  if (answer.status === 400 || answer.status === 409 || answer.status === 422) {
    const found = await afterSending(() => findOrder(system, reference))
    return found ?? buildRefused(reference, explainRefusal(NAME, answer))
  }
  if (answer.status < 200 || answer.status > 299) throw toRefusal(NAME, answer)
  const placed = await afterSending(() => findOrder(system, reference))
  // Only an answer of Amazon itself shows that the order exists before it can be read.
  if (!placed && answer.json === undefined) throw buildUnreadableError(NAME)
  return placed ?? { reference, remoteId: reference, state: 'accepted', reason: null, cancelled: [], parcels: [] }
})

/** A cancellation is an attempt: what became of it is read with the order. */
export const cancelOrder = async (
  system: CustodianSystem,
  { remoteId }: { remoteId: string },
): Promise<CancelAnswer> => {
  const answer = await askAmazon(system, `${buildPath(remoteId)}/cancel`, { method: 'PUT' })
  if (answer.status !== 400 && (answer.status < 200 || answer.status > 299)) throw toRefusal(NAME, answer)
  const payload = parseObject(await readAmazon(system, buildPath(remoteId)))
  if (readOrder(payload, []).state === 'cancelled') return { answer: 'accepted' }
  return answer.status === 400
    ? { answer: 'refused', reason: 'Amazon no longer cancels the order.' }
    : { answer: 'pending' }
}

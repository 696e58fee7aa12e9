import { parseObject } from '../../connectors/reading.ts'
import { isPathSegment } from '../../platform/path-segment.ts'
import {
  type CancelAnswer,
  CustodianError,
  type CustodianSystem,
  type Dispatch,
  type RemoteFulfilment,
} from '../custodian-connector.ts'
import { isSuccess, requireJson, toRefusal } from '../vendor/custodian-http.ts'
import {
  afterSending,
  buildRefused,
  buildUnreadableError,
  explainRefusal,
  listObjects,
  sumBySku,
} from '../vendor/remote.ts'
import { findNamedWarehouse, findPickedWarehouse } from '../vendor/warehouse.ts'
import { askShipBob, NAME, readShipBob, requireChannelId } from './ask-shipbob.ts'
import { CENTERS } from './centers.ts'
import { readOrder } from './order.ts'

export const test = async (system: CustodianSystem): Promise<void> => {
  const { items } = parseObject(await readShipBob(system, '/channel', { query: { RecordsPerPage: '250' } }))
  requireOwnChannel(listObjects(items), requireChannelId(system))
  await findNamedWarehouse(system, CENTERS)
}

const requireOwnChannel = (channels: readonly Record<string, unknown>[], channelId: string) => {
  const channel = channels.find(({ id }) => String(id) === channelId)
  if (!channel) throw new CustodianError('INVALID_CONFIG', 'ShipBob has no channel with the number in channelId.')
  const { scopes } = channel
  if (Array.isArray(scopes) && !scopes.includes('orders_write'))
    throw new CustodianError('INSUFFICIENT_SCOPE', 'The channel in channelId may not write orders at ShipBob.')
}

export const findOrder = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const json = await readShipBob(system, '/order', { query: { ReferenceIds: reference, Limit: '10' } })
  const orders = Array.isArray(json) ? json : parseObject(json).items
  const order = listObjects(orders).find(({ reference_id }) => reference_id === reference)
  return order && readOrder(order)
}

const buildBody = (
  { reference, orderNumber, serviceLevel, deliveryAddress, customer, lines }: Dispatch,
  center: string | undefined,
) => ({
  reference_id: reference,
  ...(center && { location_id: Number(center) }),
  order_number: orderNumber,
  type: 'DTC',
  shipping_method: serviceLevel ?? 'Standard',
  recipient: {
    name: deliveryAddress.name ?? deliveryAddress.company ?? customer.name ?? '',
    ...(deliveryAddress.email && { email: deliveryAddress.email }),
    ...(deliveryAddress.phone && { phone_number: deliveryAddress.phone }),
    address: {
      ...(deliveryAddress.company && { company_name: deliveryAddress.company }),
      address1: deliveryAddress.line1 ?? '',
      address2: deliveryAddress.line2,
      city: deliveryAddress.city ?? '',
      state: deliveryAddress.region,
      country: deliveryAddress.countryCode ?? '',
      zip_code: deliveryAddress.postalCode,
    },
  },
  products: sumBySku(lines).map(({ sku, name, quantity }) => ({ reference_id: sku, sku, name: name ?? sku, quantity })),
})

/** ShipBob refuses a reference that it knows, so that the order is placed at most once. */
export const dispatch = async (system: CustodianSystem, wanted: Dispatch): Promise<RemoteFulfilment> => {
  const json = buildBody(wanted, await findPickedWarehouse(system, CENTERS))
  const answer = await askShipBob(system, '/order', { method: 'POST', json })
  if (isSuccess(answer)) return readOrder(answer.json)
  if (answer.status !== 400 && answer.status !== 409 && answer.status !== 422) throw toRefusal(NAME, answer)
  const known = await afterSending(() => findOrder(system, wanted.reference))
  return known ?? buildRefused(wanted.reference, explainRefusal(NAME, answer))
}

/** Shipments are cancelled one by one; those that are picked stay. */
export const cancelOrder = async (
  system: CustodianSystem,
  { remoteId }: { remoteId: string },
): Promise<CancelAnswer> => {
  if (!isPathSegment(remoteId)) throw buildUnreadableError(NAME)
  const path = `/order/${encodeURIComponent(remoteId)}:cancel`
  const answer = await askShipBob(system, path, { method: 'POST', isRepeatable: true })
  if (answer.status === 404) return { answer: 'refused', reason: 'ShipBob does not know the order.' }
  if (answer.status === 400 || answer.status === 409 || answer.status === 422) {
    const { state } = readOrder(await readShipBob(system, `/order/${encodeURIComponent(remoteId)}`))
    if (state === 'cancelled') return { answer: 'accepted' }
    return { answer: 'refused', reason: 'ShipBob no longer cancels the order.' }
  }
  const results = listObjects(parseObject(requireJson(NAME, answer)).canceled_shipment_results)
  const isDone = results.map(({ is_success }) => is_success === true)
  if (isDone.every(Boolean)) return { answer: 'accepted' }
  // Cancelled pieces are read with the order.
  if (isDone.includes(true)) return { answer: 'pending' }
  return { answer: 'refused', reason: 'ShipBob has already picked the order.' }
}

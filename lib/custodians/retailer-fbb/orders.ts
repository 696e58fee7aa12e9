import { parseObject, readText } from '../../connectors/reading.ts'
import { isPathSegment } from '../../platform/path-segment.ts'
import type { CustodianConnector, CustodianSystem, Dispatch, RemoteFulfilment } from '../custodian-connector.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { buildRefused, listObjects } from '../vendor/remote.ts'
import { askBol, NAME, readBol } from './ask-bol.ts'
import { listItems, readOrder } from './order.ts'

/** Each shipment costs a call. */
const MAX_SHIPMENTS = 10

export const test = async (system: CustodianSystem): Promise<void> => {
  await readBol(system, '/retailers/current')
}

const isOrderId = (text: string) => /^[A-Za-z0-9]{1,40}$/.test(text)

/** Reads an order that bol ships; undefined if there is none with this number. */
const readMirrored = async (
  system: CustodianSystem,
  reference: string,
  orderId: string,
): Promise<RemoteFulfilment | undefined> => {
  if (!isOrderId(orderId)) return undefined
  const answer = await askBol(system, `/orders/${orderId}`)
  if (answer.status === 404 || answer.status === 400) return undefined
  const order = parseObject(requireJson(NAME, answer))
  if (!listItems(order).length) return undefined
  const { shipments } = parseObject(await readBol(system, '/shipments', { 'order-id': orderId }))
  const ids = listObjects(shipments).flatMap(({ shipmentId }) => readText(shipmentId) ?? [])
  const details = []
  for (const id of ids.slice(0, MAX_SHIPMENTS))
    if (isPathSegment(id)) details.push(parseObject(await readBol(system, `/shipments/${encodeURIComponent(id)}`)))
  return readOrder(reference, order, details, ids.slice(MAX_SHIPMENTS))
}

/** bol knows its own order numbers only, so that an order is found by its number there. */
export const findOrder: NonNullable<CustodianConnector['orders']>['find'] = async (system, reference, known) =>
  known && (await readMirrored(system, reference, known.remoteId ?? known.orderNumber))

/** Returns bol's number of the order that a shipment belongs to; undefined if bol does not know the shipment. */
export const findIdByParcel = async (system: CustodianSystem, shipmentId: string): Promise<string | undefined> => {
  if (!isPathSegment(shipmentId)) return undefined
  const answer = await askBol(system, `/shipments/${encodeURIComponent(shipmentId)}`)
  if (answer.status === 404 || answer.status === 400) return undefined
  return readText(parseObject(parseObject(requireJson(NAME, answer)).order).orderId) ?? undefined
}

/** Sends nothing: bol ships what was sold on bol by itself, and this finds that order. */
export const dispatch = async (
  system: CustodianSystem,
  { reference, orderNumber }: Dispatch,
): Promise<RemoteFulfilment> =>
  (await readMirrored(system, reference, orderNumber)) ??
  buildRefused(reference, 'bol ships from its warehouse only what was sold on bol, and knows no such order.')

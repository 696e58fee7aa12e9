import type { Shop } from '../connector.ts'
import { toPlainText } from '../content/html.ts'
import type { Parcel, ShopFulfilment } from '../fulfilments/fulfilment.ts'
import type { Pieces } from '../fulfilments/match-parcel.ts'
import { mustNotifyCustomer } from '../fulfilments/notify-customer.ts'
import { NUMBER_SEPARATOR, readTrackingNumbers, replaceNumber } from '../fulfilments/tracking-numbers.ts'
import { isInteger, parseObject, readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askIfPresent, askShop, type Call } from './ask-shop.ts'

/** A line of the order in the shop. */
export interface WooLine {
  id: string
  sku: string | null
  quantity: number
}

/** A place in which a shop keeps parcels; which of them it has depends on its version and extensions. */
export interface ParcelRecords {
  /** Returns undefined if this shop has no such place. */
  list(shop: Shop, orderId: string, lines: readonly WooLine[]): Promise<ShopFulfilment[] | undefined>
  /** Returns the shop's reason if it rejects the parcel. */
  add(shop: Shop, orderId: string, parcel: Parcel, pieces: readonly Pieces[]): Promise<string | undefined>
  update(shop: Shop, orderId: string, externalId: string, parcel: Parcel): Promise<string | undefined>
  /** Removes all that the place has of the parcel. Returns the shop's reason if it rejects that. */
  remove(shop: Shop, orderId: string, fulfilment: ShopFulfilment): Promise<string | undefined>
}

/** Sends a change. Additions are not repeated by themselves, since the shop accepts each as another one. */
export const sendChange = async (shop: Shop, path: string, call: Call): Promise<string | undefined> => {
  const { status, json } = await askShop(shop, path, { method: 'POST', ...call }, 400)
  if (status !== 400) return undefined
  const { message, code } = parseObject(json)
  return `The shop rejects it: ${readText(toPlainText(readText(message, 1000) ?? ''), 300) ?? readText(code) ?? status}`
}

/** Key of our id of a parcel. */
export const MARK = '_platform_shipment_id'

export const readMeta = (record: Record<string, unknown>): Map<string, unknown> =>
  new Map(
    (Array.isArray(record.meta_data) ? record.meta_data : [])
      .map(parseObject)
      .map(({ key, value }) => [readText(key) ?? '', value]),
  )

/** Tells whether a fulfilment can be seen by the customer, which drafts and deleted ones cannot. */
export const isShownFulfilment = (record: Record<string, unknown>): boolean =>
  !record.date_deleted && (record.is_fulfilled === true || record.status === 'fulfilled')

const parseFulfilment = (value: unknown, lines: readonly WooLine[]): ShopFulfilment[] => {
  const record = parseObject(value)
  const externalId = readText(record.id)
  const meta = readMeta(record)
  if (!externalId || !isShownFulfilment(record)) return []
  const items = meta.get('_items')
  return [
    {
      externalId,
      mark: readText(meta.get(MARK)),
      carrier: readText(meta.get('_shipment_provider')),
      trackingNumber: readText(meta.get('_tracking_number')),
      trackingUrl: readText(meta.get('_tracking_url'), 2048),
      lines: (Array.isArray(items) ? items : []).map(parseObject).flatMap(({ item_id: id, qty }) => {
        const line = lines.find((each) => each.id === readText(id))
        return line && isInteger(qty) ? [{ sku: line.sku, quantity: qty }] : []
      }),
    },
  ]
}

const buildTrackingMeta = ({ id, carrier, trackingNumber, trackingUrl }: Parcel) =>
  Object.entries({
    [MARK]: id,
    _tracking_number: trackingNumber,
    _shipment_provider: carrier,
    _tracking_url: trackingUrl,
  }).flatMap(([key, value]) => (value === null ? [] : [{ key, value }]))

/** Returns the parcel with all numbers that its fulfilment has to show; those of others stay. */
const keepOthers = (parcel: Parcel, shown: readonly string[]): Parcel => {
  const { trackingNumber: present, formerNumbers } = parcel
  if (present === null) return parcel
  return { ...parcel, trackingNumber: replaceNumber(shown, formerNumbers, present).join(NUMBER_SEPARATOR) }
}

const buildNotifyQuery = (shop: Shop) => ({ notify_customer: String(mustNotifyCustomer(shop.config)) })

/** The fulfilments of WooCommerce itself, which not every shop has switched on. */
export const coreFulfilments: ParcelRecords = {
  async list(shop, orderId, lines) {
    const found = await askIfPresent(shop, `/orders/${orderId}/fulfillments`)
    if (found === undefined) return undefined
    const all = Array.isArray(found) ? found : requireList(parseObject(found).fulfillments)
    return all.flatMap((each) => parseFulfilment(each, lines))
  },
  add: (shop, orderId, parcel, pieces) =>
    sendChange(shop, `/orders/${orderId}/fulfillments`, {
      // Without the query parameter, some versions mail the customer.
      query: buildNotifyQuery(shop),
      json: {
        status: 'fulfilled',
        is_fulfilled: true,
        meta_data: [
          { key: '_items', value: pieces.map(({ line, quantity }) => ({ item_id: Number(line), qty: quantity })) },
          ...buildTrackingMeta(parcel),
        ],
      },
    }),
  async update(shop, orderId, externalId, parcel) {
    const path = `/orders/${orderId}/fulfillments/${externalId}`
    const current = parseObject((await askShop(shop, path)).json)
    const shown = readTrackingNumbers(readMeta(current).get('_tracking_number'))
    const changed = buildTrackingMeta(keepOthers(parcel, shown))
    const isChanged = (key: unknown) => changed.some((each) => each.key === key)
    // The shop removes the entries that are not sent.
    const kept = (Array.isArray(current.meta_data) ? current.meta_data : [])
      .map(parseObject)
      .flatMap(({ key, value }) => (isChanged(key) ? [] : [{ key, value }]))
    const json = { status: 'fulfilled', is_fulfilled: true, meta_data: [...kept, ...changed] }
    return await sendChange(shop, path, { method: 'PUT', query: buildNotifyQuery(shop), json })
  },
  remove: (shop, orderId, { externalId }) =>
    sendChange(shop, `/orders/${orderId}/fulfillments/${externalId}`, {
      method: 'DELETE',
      query: buildNotifyQuery(shop),
    }),
}

/** The extension Shipment Tracking; others answer at the same address. */
const TRACKING = 'wc-shipment-tracking/v3'

const buildTrackingsPath = (orderId: string) => `/orders/${orderId}/shipment-trackings`

const removeTracking = async (shop: Shop, orderId: string, externalId: string): Promise<void> => {
  if (!/^[\da-fA-F]{1,64}$/.test(externalId)) return
  await askShop(shop, `${buildTrackingsPath(orderId)}/${externalId}`, { namespace: TRACKING, method: 'DELETE' }, 404)
}

const addTracking = (shop: Shop, orderId: string, parcel: Parcel) => {
  const { carrier, trackingNumber, trackingUrl, handedOverOn } = parcel
  return sendChange(shop, buildTrackingsPath(orderId), {
    namespace: TRACKING,
    json: {
      custom_tracking_provider: carrier ?? 'Parcel',
      ...(trackingUrl !== null && { custom_tracking_link: trackingUrl }),
      tracking_number: trackingNumber,
      date_shipped: handedOverOn,
    },
  })
}

export const trackingExtension: ParcelRecords = {
  async list(shop, orderId) {
    const found = await askIfPresent(shop, buildTrackingsPath(orderId), { namespace: TRACKING })
    if (found === undefined) return undefined
    return requireList(found)
      .map(parseObject)
      .flatMap(({ tracking_id, tracking_provider, tracking_number, tracking_link }) => {
        const externalId = readText(tracking_id)
        if (!externalId) return []
        const shown = { carrier: readText(tracking_provider), trackingUrl: readText(tracking_link, 2048) }
        return [{ externalId, mark: null, trackingNumber: readText(tracking_number), ...shown, lines: [] }]
      })
  },
  add: addTracking,
  async update(shop, orderId, externalId, parcel) {
    // An entry cannot be changed. The new one comes first, so that the customer always sees one.
    const found = await trackingExtension.list(shop, orderId, [])
    const shown = found?.find((each) => each.externalId === externalId)?.trackingNumber
    const refused = await addTracking(shop, orderId, keepOthers(parcel, readTrackingNumbers(shown)))
    if (!refused) await removeTracking(shop, orderId, externalId)
    return refused
  },
  async remove(shop, orderId, { externalId }) {
    await removeTracking(shop, orderId, externalId)
    return undefined
  },
}

const NOTE = 'Shipped: '
const REFERENCE = /Reference: ([0-9A-Z]{26})\.$/
const NUMBER = / Tracking number: (\S+)\. /

const writeNote = ({ id, lines, carrier, trackingNumber, trackingUrl }: Parcel): string =>
  [
    `${NOTE}${lines.map(({ sku, name, quantity }) => `${quantity} x ${name ?? sku}`).join(', ')}.`,
    ...(carrier === null ? [] : [`Carrier: ${carrier}.`]),
    ...(trackingNumber === null ? [] : [`Tracking number: ${trackingNumber}.`]),
    ...(trackingUrl === null ? [] : [trackingUrl]),
    `Reference: ${id}.`,
  ].join(' ')

const addNote = (shop: Shop, orderId: string, parcel: Parcel) =>
  sendChange(shop, `/orders/${orderId}/notes`, {
    json: { note: writeNote(parcel), customer_note: mustNotifyCustomer(shop.config) },
  })

/** Lists the notes about parcels, the oldest first. */
const listNotes = async (shop: Shop, orderId: string): Promise<(ShopFulfilment & { mark: string })[]> => {
  const notes = requireList((await askShop(shop, `/orders/${orderId}/notes`)).json).map(parseObject)
  return notes
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .flatMap(({ id, note }) => {
      const text = readText(note, 10_000) ?? ''
      const [, mark] = (text.startsWith(NOTE) && REFERENCE.exec(text)) || []
      const externalId = readText(id)
      const trackingNumber = NUMBER.exec(text)?.[1] ?? null
      return mark && externalId
        ? [{ externalId, mark, carrier: null, trackingNumber, trackingUrl: null, lines: [] }]
        : []
    })
}

/** Notes of the order, which every shop has. */
export const orderNotes: ParcelRecords = {
  async list(shop, orderId) {
    // Notes cannot be changed, so the latest of a parcel counts.
    return [...new Map((await listNotes(shop, orderId)).map((note) => [note.mark, note])).values()]
  },
  add: addNote,
  update: (shop, orderId, _externalId, parcel) => addNote(shop, orderId, parcel),
  async remove(shop, orderId, { mark }) {
    for (const { externalId } of (await listNotes(shop, orderId)).filter((note) => note.mark === mark))
      if (/^\d{1,18}$/.test(externalId)) {
        const path = `/orders/${orderId}/notes/${externalId}`
        await askShop(shop, path, { method: 'DELETE', query: { force: 'true' } }, 404)
      }
    return undefined
  },
}

import type { Dock, Shown } from './dock.ts'
import type { Asked, Said } from './server.ts'

interface Meta {
  key: string
  value: unknown
}
interface Fulfilment {
  id: number
  order: number
  status: string
  is_fulfilled: boolean
  date_deleted: string | null
  meta_data: Meta[]
}
interface Order {
  status: string
  line_items: { id: number; sku: string | null; quantity: number }[]
  refunds?: object[]
}

const refused = (status: number, code: string, message: string): Said => ({
  status,
  json: { code, message, data: { status } },
})
const NO_ROUTE = refused(404, 'rest_no_route', 'No route was found matching the URL and request method.')

/** A fulfilment without a date gets the present one, which the shop writes in its own zone. */
const dateFulfilled = (meta: readonly Meta[]): Meta[] => {
  const isDated = meta.some(({ key }) => key === '_date_fulfilled')
  const value = new Date().toISOString().slice(0, 19).replace('T', ' ')
  return isDated ? [...meta] : [...meta, { key: '_date_fulfilled', value }]
}

/** Places in which a shop keeps parcels: its own fulfilments, an extension, or nothing but notes. */
export const wooFulfilments = (orders: Map<number, unknown>) => {
  const mode = { keeps: 'core' as 'core' | 'extension' | 'notes' }
  const fulfilments: Fulfilment[] = []
  const trackings: { tracking_id: string; order: number; tracking_number: string; tracking_provider: string }[] = []
  const notes: { id: number; order: number; note: string; customer_note: boolean }[] = []
  /** Mails to customers: the reason of each. */
  const mails: string[] = []
  let ids = 0

  const checkMeta = (meta: unknown) => {
    if (!Array.isArray(meta)) return 'meta_data must be a list.'
    const items = (meta as Meta[]).find(({ key }) => key === '_items')?.value
    const isWhole = (item: { item_id: unknown; qty: unknown }) =>
      Number.isInteger(item.item_id) && Number.isInteger(item.qty) && Number(item.qty) > 0
    if (!Array.isArray(items) || !items.length || !items.every(isWhole)) return 'The fulfillment has no valid items.'
    return undefined
  }

  /** Checks neither the ordered quantity nor duplicates, as the platform. */
  const core = (order: number, id: string | undefined, { method, body, query }: Asked): Said => {
    const own = fulfilments.filter((each) => each.order === order && !each.date_deleted)
    const found = own.find((each) => String(each.id) === id)
    if (id && !found) return refused(400, '0', 'Fulfillment not found.')
    if (method === 'GET') return { json: found ?? own }
    if (method === 'DELETE' && found) {
      found.date_deleted = '2026-03-02T00:00:00'
      if (query.get('notify_customer') === 'true') mails.push('deleted')
      note(order)
      return { json: { message: 'Fulfillment deleted successfully.' } }
    }
    const invalid = checkMeta(body.meta_data)
    if (invalid) return refused(400, '0', invalid)
    // Entries that are not sent are removed.
    const fields = {
      ...{ status: String(body.status), is_fulfilled: body.is_fulfilled === true },
      meta_data: dateFulfilled(body.meta_data as Meta[]),
    }
    const written = found ?? { id: ++ids, order, date_deleted: null, ...fields }
    if (found) Object.assign(found, fields)
    else fulfilments.push(written)
    if (query.get('notify_customer') === 'true') mails.push('fulfilment')
    note(order)
    return { status: found ? 200 : 201, json: written }
  }

  /** The shop notes at the order how far its fulfilments are. */
  const note = (id: number) => {
    const order = orders.get(id) as (Order & { meta_data?: Meta[]; date_modified_gmt?: string }) | undefined
    const done = fulfilments
      .filter((each) => each.order === id && !each.date_deleted)
      .reduce((sum, each) => sum + (shownOf(each).pieces ?? 0), 0)
    const all = (order?.line_items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const value = done === 0 ? 'unfulfilled' : done < all ? 'partially_fulfilled' : 'fulfilled'
    if (!order) return
    order.meta_data = [
      ...(order.meta_data ?? []).filter(({ key }) => key !== '_fulfillment_status'),
      { key: '_fulfillment_status', value },
    ]
    order.date_modified_gmt = new Date().toISOString().slice(0, 19)
  }

  const extension = (order: number, id: string | undefined, { method, body }: Asked): Said => {
    if (method === 'DELETE') {
      const at = trackings.findIndex(({ tracking_id }) => tracking_id === id)
      if (at < 0) return refused(404, 'woocommerce_rest_order_shipment_tracking_invalid_id', 'Invalid ID.')
      return { json: trackings.splice(at, 1)[0] }
    }
    if (method === 'GET') return { json: trackings.filter((each) => each.order === order) }
    if (!body.tracking_number)
      return refused(400, 'rest_missing_callback_param', 'Missing parameter(s): tracking_number')
    const made = {
      tracking_id: (++ids).toString(16).padStart(32, '0'),
      order,
      tracking_number: String(body.tracking_number),
      tracking_provider: String(body.custom_tracking_provider ?? body.tracking_provider),
      tracking_link: body.custom_tracking_link ?? '',
    }
    trackings.push(made)
    return { status: 201, json: made }
  }

  const answer = (asked: Asked): Said | undefined => {
    const { method, path, body, query } = asked
    const [, api, id, kind, part] =
      /^\/wp-json\/(wc\/v3|wc-shipment-tracking\/v3)\/orders\/(\d+)\/?(\w[\w-]*)?\/?(\w+)?$/.exec(path) ?? []
    if (id === undefined || (method === 'GET' && !kind)) return undefined
    const order = orders.get(Number(id)) as Order | undefined
    if (!order) return refused(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    if (kind === 'shipment-trackings' && api !== 'wc/v3')
      return mode.keeps === 'extension' ? extension(Number(id), part, asked) : NO_ROUTE
    if (kind === 'fulfillments') return mode.keeps === 'core' ? core(Number(id), part, asked) : NO_ROUTE
    if (kind === 'notes' && method === 'GET') return { json: notes.filter((each) => each.order === Number(id)) }
    if (kind === 'notes' && method === 'DELETE') {
      if (query.get('force') !== 'true') return refused(501, 'woocommerce_rest_trash_not_supported', 'No trash.')
      const at = notes.findIndex((each) => each.order === Number(id) && String(each.id) === part)
      if (at < 0) return refused(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.')
      return { json: notes.splice(at, 1)[0] }
    }
    if (kind === 'notes') {
      const note = { id: ++ids, order: Number(id), note: String(body.note), customer_note: body.customer_note === true }
      notes.push(note)
      if (note.customer_note) mails.push('note')
      return { status: 201, json: note }
    }
    if (!kind && method === 'PUT') {
      // An order that was completed is processed again without a mail.
      if (order.status !== 'completed') mails.push(String(body.status))
      const at = new Date().toISOString().slice(0, 19)
      const completed = body.status === 'completed' && order.status !== 'completed' ? { date_completed_gmt: at } : {}
      Object.assign(order, { status: String(body.status), date_modified_gmt: at, ...completed })
      return { json: order }
    }
    return NO_ROUTE
  }

  const shownOf = ({ meta_data: meta }: Fulfilment): Shown => {
    const items = (meta.find(({ key }) => key === '_items')?.value ?? []) as { qty: number }[]
    return {
      number: (meta.find(({ key }) => key === '_tracking_number')?.value as string | undefined) ?? null,
      pieces: items.reduce((sum, { qty }) => sum + qty, 0),
    }
  }
  const dock: Dock = {
    shown: (id) => fulfilments.filter(({ order, date_deleted: deleted }) => order === id && !deleted).map(shownOf),
    fulfil(order, pieces, number, line = 0) {
      fulfilments.push({
        ...{ id: ++ids, order, status: 'fulfilled', is_fulfilled: true, date_deleted: null },
        meta_data: dateFulfilled([
          {
            key: '_items',
            value: [{ item_id: (orders.get(order) as Order).line_items[line]?.id ?? line + 1, qty: pieces }],
          },
          ...(number === null ? [] : [{ key: '_tracking_number', value: number }]),
        ]),
      })
      note(order)
    },
    notes: (id) =>
      notes.filter(({ order }) => order === id).map(({ note, customer_note: isPublic }) => ({ text: note, isPublic })),
    cancel: (id) => void Object.assign(orders.get(id) as Order, { status: 'cancelled' }),
    refund: (id) => void Object.assign(orders.get(id) as Order, { status: 'refunded' }),
  }
  return { mode, fulfilments, trackings, notes, mails, answer, dock }
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RemoteFulfilment, TrackingEvent } from '../../lib/custodians/custodian-connector.ts'
import { readOrder as readAmazon } from '../../lib/custodians/fba-marketplace/order.ts'
import { readOrder as readShipBob } from '../../lib/custodians/fulfilment-api-a/order.ts'
import { readOrder as readShipHero } from '../../lib/custodians/fulfilment-api-b/order.ts'
import { readFulfilment } from '../../lib/custodians/read-fulfilment.ts'
import { readTracker } from '../../lib/custodians/shipping-api/tracker.ts'

const AT = '2026-11-24T08:00:00Z'
const KNOWN = {
  custom: 'Systems of your own',
  amazon: 'Amazon',
  shipBob: 'ShipBob',
  shipHero: 'ShipHero',
  easyPost: 'EasyPost',
}

const ofEvent = (event: Pick<TrackingEvent, 'state' | 'flag'> | undefined) =>
  event?.state ? `parcel \`${event.state}\`` : event?.flag ? `flag \`${event.flag}\`` : undefined

/** Says what a state means here; `nothing` if it keeps what is known. */
const explain = ({ state, parcels }: Pick<RemoteFulfilment, 'state' | 'parcels'>, event = parcels[0]?.events.at(-1)) =>
  [state && `order \`${state}\``, ofEvent(event)].filter(Boolean).join(', ') || 'nothing'

const ofEventAlone = (event: TrackingEvent | undefined) => ofEvent(event) ?? 'nothing'

const shipBob = (shipment: object, order: object = {}) =>
  readShipBob({
    ...{ id: 1, reference_id: 'FO-1', ...order },
    shipments: [
      {
        ...{ id: 11, status: 'Processing', status_details: [], products: [{ sku: 'TEA', quantity: 1 }], ...shipment },
        ...{ last_update_at: AT },
      },
    ],
  })

const amazon = (order: object, tracking: Record<string, unknown> = {}) =>
  readAmazon(
    {
      fulfillmentOrder: { sellerFulfillmentOrderId: 'FO-1', ...order },
      fulfillmentShipments: [{ amazonShipmentId: 'S', fulfillmentShipmentPackage: [{ packageNumber: 1 }] }],
    },
    [{ packageNumber: 1, tracking }],
  )

const tracked = (detail: object) =>
  readTracker({ tracking_code: '1', tracking_details: [{ datetime: AT, ...detail }] })?.events[0]

const custom = (fields: object, event: object = {}) =>
  readFulfilment({ reference: 'FO-1', ...fields, parcels: [{ id: '1', events: [{ occurredAt: AT, ...event }] }] })

/** What the readers make of a word of each aspect. */
const READERS: Record<keyof typeof KNOWN, Record<string, (word: string) => string>> = {
  custom: {
    state: (state) => explain(custom({ state })),
    'event state': (state) => ofEventAlone(custom({}, { state }).parcels[0]?.events[0]),
    'event flag': (flag) => ofEventAlone(custom({}, { flag }).parcels[0]?.events[0]),
  },
  shipBob: {
    status: (status) => explain(shipBob({ status })),
    status_details: (id) => explain(shipBob({ status_details: [{ id: Number(id) }] })),
    'order status': (status) => explain(readShipBob({ id: 1, reference_id: 'FO-1', status, shipments: [] })),
  },
  shipHero: {
    fulfillment_status: (status) =>
      explain(readShipHero({ id: '1', partner_order_id: 'FO-1', fulfillment_status: status }, [])),
  },
  amazon: {
    fulfillmentOrderStatus: (status) => explain(amazon({ fulfillmentOrderStatus: status })),
    currentStatus: (currentStatus) =>
      ofEventAlone(
        amazon({}, { currentStatus, trackingEvents: [{ eventDate: AT }] }).parcels[0]?.events.find(
          ({ sourceId }) => sourceId !== null,
        ),
      ),
    eventCode: (eventCode) =>
      ofEventAlone(amazon({}, { trackingEvents: [{ eventDate: AT, eventCode }] }).parcels[0]?.events[0]),
  },
  easyPost: {
    status: (status) => ofEventAlone(tracked({ status })),
    status_detail: (detail) => ofEventAlone(tracked({ status: 'unknown', status_detail: detail })),
    'status and detail': (both) => {
      const [status, status_detail] = both.split(' ')
      return ofEventAlone(tracked({ status, status_detail }))
    },
  },
}

/** Words that the documents of the vendors list. */
const LISTED: Partial<Record<keyof typeof KNOWN, Record<string, string>>> = {
  shipBob: {
    status: 'Cancelled Completed LabeledCreated OnHold Processing',
    status_details: '100 101 102 200 201 202 203 204 302 303 304 305 306 307 308 400 401 402 404',
    'order status': 'Cancelled Exception Fulfilled ImportReview PartiallyFulfilled Processing',
  },
  shipHero: { fulfillment_status: 'canceled cancelled fulfilled pending' },
  amazon: {
    fulfillmentOrderStatus:
      'New Received Planning Processing Cancelled Complete CompletePartialled Unfulfillable Invalid COMPLETE_PARTIAL',
    currentStatus: `AVAILABLE_FOR_PICKUP CUSTOMER_ACTION DELAYED DELIVERED DELIVERY_ATTEMPTED IN_TRANSIT OUT_FOR_DELIVERY RETURNED
      RETURNING UNDELIVERABLE UNKNOWN`,
    eventCode: `EVENT_101 EVENT_102 EVENT_201 EVENT_202 EVENT_203 EVENT_204 EVENT_205 EVENT_206 EVENT_301 EVENT_302 EVENT_304
      EVENT_306 EVENT_307 EVENT_308 EVENT_309 EVENT_401 EVENT_402 EVENT_403 EVENT_404 EVENT_405 EVENT_406 EVENT_407 EVENT_408
      EVENT_409 EVENT_411 EVENT_412 EVENT_413 EVENT_414 EVENT_415 EVENT_416`,
  },
  easyPost: {
    status: `available_for_pickup cancelled delivered error failure in_transit out_for_delivery pre_transit return_to_sender
      unknown`,
    status_detail: 'damaged delayed lost refused return weather_delay',
    'status and detail': 'delivered+return failure+lost',
  },
  custom: {
    state: 'accepted cancelled closed in_progress on_hold refused',
    'event state': 'created scheduled in_transit out_for_delivery delivered returned refused damaged lost cancelled',
    'event flag': 'attempt_failed delayed ready_for_pickup returning',
  },
}

describe('docs/parcel-states.md', () => {
  const text = readFileSync('docs/parcel-states.md', 'utf8')
  const rowsOf = (title: string) => {
    const [, after = ''] = text.split(`\n## ${title}\n`)
    const section = after.split('\n## ')[0] ?? ''
    return [...section.matchAll(/^\| `([^|`]+)` \| `([^|`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
      ([, aspect = '', word = '', , meaning = '']) => [aspect, word, meaning] as const,
    )
  }

  it.each(Object.keys(KNOWN) as (keyof typeof KNOWN)[])(
    'says of each word of %s what its reader makes of it',
    (name) => {
      const rows = rowsOf(KNOWN[name])
      expect(rows.length).toBeGreaterThan(0)
      for (const [aspect, word, meaning] of rows)
        expect([aspect, word, READERS[name][aspect]?.(word)]).toEqual([aspect, word, meaning])
    },
  )

  it.each(Object.keys(KNOWN) as (keyof typeof KNOWN)[])('has all words that the documents of %s list', (name) => {
    for (const [aspect, words] of Object.entries(LISTED[name] ?? {}))
      expect(
        rowsOf(KNOWN[name])
          .filter(([own]) => own === aspect)
          .map(([, word]) => word)
          .sort(),
        aspect,
      ).toEqual(
        words
          .split(/\s+/)
          .map((word) => word.replace('+', ' '))
          .sort(),
      )
  })
})

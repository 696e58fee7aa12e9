import { TRACKING_FLAGS, TRACKING_STATES } from '../../schemas/shipping/tracking.ts'
import { readInstant, readText } from '../connectors/reading.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState, TrackingEvent } from './custodian-connector.ts'

const REMOTE_STATES: readonly RemoteState[] = ['accepted', 'in_progress', 'on_hold', 'closed', 'cancelled', 'refused']

/** A state that cannot be read. The message continues "The body …" or "The answer …". */
export class UnreadableFulfilment extends Error {}

const MAX_PARCELS = 200
const MAX_EVENTS = 200
const MAX_LINES = 1000
const MAX_PIECES = 1_000_000
const DAY = /^\d{4}-\d\d-\d\d$/

const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const readList = (value: unknown, name: string, most: number): Record<string, unknown>[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new UnreadableFulfilment(`has ${name} that are not a list`)
  if (value.length > most) throw new UnreadableFulfilment(`has more than ${most} ${name}`)
  return value.map(readObject)
}

const readOne = <const V extends string>(value: unknown, values: readonly V[]): V | null =>
  values.find((each) => each === value) ?? null

const readLines = (value: unknown) =>
  readList(value, 'lines', MAX_LINES).map(({ sku, quantity }) => {
    const text = readText(sku)
    if (text === null) throw new UnreadableFulfilment('has a line without a sku')
    if (!Number.isSafeInteger(quantity) || Number(quantity) < 1 || Number(quantity) > MAX_PIECES)
      throw new UnreadableFulfilment('has a line whose quantity is not a whole number above 0')
    return { sku: text, quantity: Number(quantity) }
  })

const readEvent = ({ id, occurredAt, state, flag, description, place }: Record<string, unknown>): TrackingEvent => {
  const at = readInstant(occurredAt)
  if (!at) throw new UnreadableFulfilment('has an event without occurredAt')
  return {
    sourceId: readText(id),
    occurredAt: at,
    state: readOne(state, TRACKING_STATES),
    flag: readOne(flag, TRACKING_FLAGS),
    description: readText(description),
    place: readText(place),
  }
}

const readUrl = (value: unknown) => {
  const text = readText(value, 2000)
  return text && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null
}

const readParcel = (parcel: Record<string, unknown>): RemoteParcel => {
  const id = readText(parcel.id)
  if (id === null) throw new UnreadableFulfilment('has a parcel without an id')
  const promised = readText(parcel.promisedBy)
  return {
    id,
    carrier: readText(parcel.carrier),
    service: readText(parcel.service),
    trackingNumber: readText(parcel.trackingNumber, 100),
    trackingUrl: readUrl(parcel.trackingUrl),
    lines: readLines(parcel.lines),
    handedOverAt: readInstant(parcel.handedOverAt),
    promisedBy: promised && DAY.test(promised) ? promised : readInstant(promised),
    events: readList(parcel.events, 'events', MAX_EVENTS).map(readEvent),
  }
}

/**
 * Reads the whole state of a fulfilment order as systems without an API of their own send it: the members of
 * `RemoteFulfilment`, with `id` instead of `remoteId` and of `sourceId`. An unknown state is null.
 */
export const readFulfilment = (value: unknown): RemoteFulfilment => {
  const { reference, id, state, reason, cancelled, parcels } = readObject(value)
  const name = readText(reference)
  if (name === null) throw new UnreadableFulfilment('has no reference')
  const read = readList(parcels, 'parcels', MAX_PARCELS).map(readParcel)
  if (new Set(read.map((parcel) => parcel.id)).size < read.length)
    throw new UnreadableFulfilment('has two parcels with the same id')
  return {
    reference: name,
    remoteId: readText(id) ?? name,
    state: readOne(state, REMOTE_STATES),
    reason: readText(reason),
    cancelled: readLines(cancelled),
    parcels: read,
  }
}

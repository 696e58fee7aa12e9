import type { WebhookDeliveryState } from '../../../schemas/webhook-delivery.ts'
import type { Id } from '../id.ts'
import type { Moves } from '../moves.ts'
import type { Entity, Stored } from '../store/entities/entity.ts'
import type { Unit } from '../store/unit.ts'

/** A webhook as it arrived: header names in lower case, the body unchanged. */
export interface ReceivedWebhook {
  headers: Readonly<Record<string, string | undefined>>
  raw: Buffer
}

/** The members of a delivery that the logs of channels and of custodians share. */
export interface LoggedDelivery extends Stored {
  topic: string | null
  status: WebhookDeliveryState
  errorMessage: string | null
  externalEventId: string | null
  repeats: Id | null
  /** True while nothing follows from the delivery, unless it repeats another one; else null. */
  isFailed: true | null
  receivedAt: string
  processedAt: string | null
  /** Digest that identifies the event; null if the delivery repeats another one or has no event. */
  eventKey: string | null
  /** Id of the sender while the delivery waits for it. */
  heldFor?: Id | null
  /** Attempts in a row at which the sender's system failed. */
  tries?: number | undefined
  /** True if other deliveries repeat this one; they get the same status. */
  isRepeated?: true
  /** Lower bound of the number of deliveries that this entry represents. */
  more?: number
}

export const WEBHOOK_DELIVERY_MOVES = {
  process: { from: ['received'], to: 'processed' },
  fail: { from: ['received'], to: 'failed' },
  find_invalid: { from: ['received'], to: 'invalid_payload' },
  replay: { from: ['processed', 'invalid_payload', 'failed'], to: 'received' },
} as const satisfies Moves<WebhookDeliveryState, string>

const FAILED: ReadonlySet<WebhookDeliveryState> = new Set(['failed', 'invalid_payload'])

/** Returns the members that follow from the status of a delivery. */
export const buildStatus = (
  status: WebhookDeliveryState,
  { repeats }: Pick<LoggedDelivery, 'repeats'>,
): Pick<LoggedDelivery, 'status' | 'isFailed'> => ({ status, isFailed: FAILED.has(status) && !repeats ? true : null })

/** Whose webhook it is: a channel or a custodian. */
export interface WebhookSender<D extends LoggedDelivery> {
  id: Id
  /** The members of its deliveries that other senders' do not share. */
  fields: Omit<D, keyof LoggedDelivery>
}

/** A log of webhooks. */
export interface WebhookLog<D extends LoggedDelivery> {
  deliveries: Entity<D>
  /** Kind of the items that hold the bodies. */
  bodyKind: string
  getSenderId(delivery: D): Id
  scheduleProcessing(unit: Unit, deliveryId: Id): void
  /** Schedules `updateRepeats`. */
  scheduleRepeats(unit: Unit, deliveryId: Id): void
}

type Optional = 'topic' | 'externalEventId' | 'errorMessage' | 'processedAt' | 'eventKey' | 'repeats' | 'more'
export type DeliveryFields = Partial<Pick<LoggedDelivery, Optional>>

/** Adds a delivery to the log. If the event has a delivery already, the unit is run again and finds it. */
export const logDelivery = <D extends LoggedDelivery>(
  unit: Unit,
  { deliveries }: WebhookLog<D>,
  sender: WebhookSender<D>,
  status: WebhookDeliveryState,
  { id = unit.newId(), ...fields }: DeliveryFields & { id?: Id },
): D =>
  unit.create(
    deliveries,
    {
      id,
      ...sender.fields,
      ...buildStatus(status, { repeats: fields.repeats ?? null }),
      topic: null,
      externalEventId: null,
      repeats: null,
      errorMessage: null,
      receivedAt: unit.now.toISOString(),
      processedAt: null,
      eventKey: null,
      ...fields,
    } as unknown as D,
    'stale',
  )

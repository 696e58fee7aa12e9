import type { TrackingFlag, TrackingState } from '../../schemas/shipping/tracking.ts'

/** Something that happened to a parcel. Events come in any order and more than once. */
export interface TrackingEvent {
  /** Id at the source; null if it has none, so that time, state and place identify the event. */
  sourceId: string | null
  occurredAt: string
  /** Null if the event changes no state. */
  state: TrackingState | null
  flag: TrackingFlag | null
  description: string | null
  place: string | null
}

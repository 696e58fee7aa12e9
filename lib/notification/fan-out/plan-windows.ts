import type { Channel } from '../../../schemas/notification/topic.ts'
import { formatReference } from '../../platform/events/outbox/find-events.ts'
import { type Action, formatKey, type Table } from '../../platform/store/table/table.ts'
import { canGather } from '../windows/can-gather.ts'
import { type Plan, planMessages } from '../windows/plan-messages.ts'
import { findWindows, type StoredWindow, type WindowOwner, windowKey } from '../windows/window-store.ts'
import type { Told } from './read-recipients.ts'

/** Windows as they were read, by key. */
export type Windows = ReadonlyMap<string, StoredWindow>

/** Plans by channel; a channel without one gathers nothing. */
export type Plans = ReadonlyMap<Channel, Plan>

const listOwners = ({ id: identity, channels, events, windowEnd }: Told): WindowOwner[] => {
  const [first] = events
  if (!first?.tenant || !windowEnd) return []
  const { tenant, topic } = first
  return channels
    .filter((channel) => canGather(topic, channel))
    .map((channel) => ({ tenant, identity, channel, topic }))
}

/** Reads the windows of these recipients. */
export const readWindows = (db: Table, told: readonly Told[]): Promise<Windows> =>
  findWindows(db, told.flatMap(listOwners))

/** Decides which of a recipient's messages go at once and which join the windows as they were read. */
export const planWindows = (told: Told, windows: Windows, now: Date): Plans => {
  const { member, windowEnd: end, events } = told
  const references = events.map(formatReference)
  return new Map(
    listOwners(told).map((owner) => {
      const seen = windows.get(formatKey(windowKey(owner)))
      return [owner.channel, planMessages(owner, seen, references, { member, end, now })]
    }),
  )
}

export const listWindowActions = (plans: Plans): Action[] => [...plans.values()].flatMap(({ action }) => action ?? [])

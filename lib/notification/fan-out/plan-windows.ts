import { CHANNELS, type Channel } from '../../../schemas/notification/topic.ts'
import { formatReference } from '../../platform/events/outbox/find-events.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { type Action, formatKey, type Table } from '../../platform/store/table/table.ts'
import { isAllowedByPolicy } from '../preferences/matrix.ts'
import { canGather } from '../windows/can-gather.ts'
import { type Plan, planMessages } from '../windows/plan-messages.ts'
import { findWindows, type StoredWindow, type WindowOwner, windowKey } from '../windows/window-store.ts'
import type { TenantGates } from './decide-recipients.ts'
import type { Candidate } from './list-recipients.ts'
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

/** Windows that were read before it was known by which channels their recipients get the event. */
export interface WindowsRead {
  /** Keys of all windows that were looked for. */
  keys: ReadonlySet<string>
  found: Windows
}

/** Reads the windows that candidates may have, unless most have none because the tenant gathers nothing. */
export const readWindowsAhead = async (
  db: Table,
  { topic, tenant }: Occurred,
  candidates: readonly Candidate[],
  { policy, digest }: TenantGates,
): Promise<WindowsRead> => {
  const channels = CHANNELS.filter((each) => canGather(topic, each) && isAllowedByPolicy(policy, topic, each))
  const recipients = tenant && digest.window !== 'off' ? candidates.flatMap(({ recipient }) => recipient ?? []) : []
  const owners = recipients.flatMap(({ id: identity }) =>
    channels.map((channel): WindowOwner => ({ tenant: tenant as Id, identity, channel, topic })),
  )
  const keys = new Set(owners.map((owner) => formatKey(windowKey(owner))))
  return { keys, found: await findWindows(db, owners) }
}

/** Adds the windows of these recipients that were not looked for. */
export const completeWindows = async (db: Table, told: readonly Told[], ahead: WindowsRead): Promise<Windows> => {
  const missing = told.flatMap(listOwners).filter((owner) => !ahead.keys.has(formatKey(windowKey(owner))))
  return missing.length ? new Map([...ahead.found, ...(await findWindows(db, missing))]) : ahead.found
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

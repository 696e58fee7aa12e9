import type { Entry } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel, TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'
import { invalid, type Violation } from '../../platform/problem.ts'

/** Choices by topic and channel; only cells that were changed. */
export type PreferenceMatrix = { readonly [T in TopicName]?: { readonly [C in Channel]?: boolean } }

const ENABLED_BY_DEFAULT: ReadonlySet<Channel> = new Set(['storage', 'email'])

export const isEnabledByDefault = (channel: Channel): boolean => ENABLED_BY_DEFAULT.has(channel)

/** Security mails always go to the account's owner. */
export const isMandatory = (topic: TopicName, channel: Channel): boolean =>
  channel === 'email' && topic.startsWith('iam.identity.')

/** Returns the policy's value of a cell, which members cannot exceed. */
export const isAllowedByPolicy = (policy: PreferenceMatrix, topic: TopicName, channel: Channel): boolean =>
  isMandatory(topic, channel) || (policy[topic]?.[channel] ?? isEnabledByDefault(channel))

/** Returns the member's choice for a cell, or else the policy's value. */
export const resolvePreference = (
  preferences: PreferenceMatrix,
  policy: PreferenceMatrix,
  topic: TopicName,
  channel: Channel,
): boolean =>
  isMandatory(topic, channel) || (preferences[topic]?.[channel] ?? isAllowedByPolicy(policy, topic, channel))

type PerCell<T> = (topic: TopicName, channel: Channel) => T

/** Lists the matrix as entries: all cells, or those that `isOffered` selects. */
export const listEntries = (enabled: PerCell<boolean>, isOffered: PerCell<boolean> = () => true): Entry[] =>
  TOPIC_NAMES.flatMap((type) =>
    CHANNELS.filter((channel) => isOffered(type, channel)).map((channel) => ({
      type,
      channel,
      enabled: enabled(type, channel),
    })),
  )

/** Throws if an entry repeats a cell or `findRefusal` returns a message for it. */
export const checkEntries = (
  entries: readonly Entry[],
  findRefusal: PerCell<string | undefined> = () => undefined,
): void => {
  const seen = new Set<string>()
  const violations = entries.flatMap(({ type, channel }, index): Violation[] => {
    const cell = `${type} ${channel}`
    const message = seen.has(cell) ? `must not repeat ${type} by ${channel}` : findRefusal(type, channel)
    seen.add(cell)
    return message ? [{ propertyPath: `entries[${index}]`, message }] : []
  })
  if (violations.length) throw invalid(...violations)
}

/** Applies entries to the cells. Entries for which `isDefault` is true are not stored. */
export const changeCells = (
  cells: PreferenceMatrix,
  entries: readonly Entry[],
  isDefault: (entry: Entry) => boolean,
): PreferenceMatrix => {
  const next: { [T in TopicName]?: { [C in Channel]?: boolean } } = structuredClone(cells)
  for (const entry of entries) {
    const { type, channel, enabled } = entry
    const row = next[type] ?? {}
    if (isDefault(entry)) delete row[channel]
    else row[channel] = enabled
    if (Object.keys(row).length) next[type] = row
    else delete next[type]
  }
  return next
}

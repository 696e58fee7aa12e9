import type { Entry } from '../../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel, TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'
import { invalid, type Violation } from '../../platform/problem.ts'

/** What was decided of a matrix of topics and channels; cells that nobody touched are not in it. */
export type Cells = { readonly [T in TopicName]?: { readonly [C in Channel]?: boolean } }

const ENABLED_BY_DEFAULT: ReadonlySet<Channel> = new Set(['storage', 'email'])

export const isEnabledByDefault = (channel: Channel): boolean => ENABLED_BY_DEFAULT.has(channel)

/** Security must reach its owner, whatever anybody chose. */
export const isMandatory = (topic: TopicName, channel: Channel): boolean =>
  channel === 'email' && topic.startsWith('iam.identity.')

/** The tenant's ceiling for a cell. */
export const isAllowedByPolicy = (policy: Cells, topic: TopicName, channel: Channel): boolean =>
  isMandatory(topic, channel) || (policy[topic]?.[channel] ?? isEnabledByDefault(channel))

/** A member's cell: the own choice, or else what the policy says. */
export const resolvePreference = (preferences: Cells, policy: Cells, topic: TopicName, channel: Channel): boolean =>
  isMandatory(topic, channel) || (preferences[topic]?.[channel] ?? isAllowedByPolicy(policy, topic, channel))

type PerCell<T> = (topic: TopicName, channel: Channel) => T

/** The matrix as entries, whole or as far as its cells are offered. */
export const listEntries = (enabled: PerCell<boolean>, isOffered: PerCell<boolean> = () => true): Entry[] =>
  TOPIC_NAMES.flatMap((type) =>
    CHANNELS.filter((channel) => isOffered(type, channel)).map((channel) => ({
      type,
      channel,
      enabled: enabled(type, channel),
    })),
  )

/** Refuses entries that name a cell again, or one that is refused for a reason of its own. */
export const checkEntries = (
  entries: readonly Entry[],
  refusal: PerCell<string | undefined> = () => undefined,
): void => {
  const seen = new Set<string>()
  const violations = entries.flatMap(({ type, channel }, place): Violation[] => {
    const cell = `${type} ${channel}`
    const message = seen.has(cell) ? `names ${type} by ${channel} again` : refusal(type, channel)
    seen.add(cell)
    return message ? [{ propertyPath: `entries[${place}]`, message }] : []
  })
  if (violations.length) throw invalid(...violations)
}

/** The cells after these entries. `isUsual` says which of them need not be kept, since they say what is so anyway. */
export const changeCells = (cells: Cells, entries: readonly Entry[], isUsual: (entry: Entry) => boolean): Cells => {
  const next: Record<string, Record<string, boolean>> = structuredClone(cells) as never
  for (const entry of entries) {
    const { type, channel, enabled } = entry
    const row = next[type] ?? {}
    if (isUsual(entry)) delete row[channel]
    else row[channel] = enabled
    if (Object.keys(row).length) next[type] = row
    else delete next[type]
  }
  return next as Cells
}

import { OUTSIDE_TOPICS } from '../../../schemas/notification/published-event.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { AbilityEntry } from '../../iam/abilities/decide-abilities.ts'
import { readAddress, readSubject } from '../../iam/abilities/read-address.ts'
import type { Watch } from './watch-store.ts'

const isFromOutside = (topic: TopicName): boolean => OUTSIDE_TOPICS.some((each) => each === topic)

/** Reads which events are meant. Only topics from outside have subjects of kinds that the platform does not store. */
export const readWatch = (
  kinds: readonly AbilityEntry[],
  { topic, subject }: { topic: TopicName; subject?: string | null | undefined },
): Watch => {
  if (subject == null) return { topic, subject: null }
  return { topic, subject: isFromOutside(topic) ? readAddress(subject).uri : readSubject(kinds, subject) }
}

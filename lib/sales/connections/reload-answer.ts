import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { loadChannel } from '../channels/channel-store.ts'

/**
 * Returns the shop's answer with the current channel when the unit runs again. Asks again only if the credentials were
 * changed or refused meanwhile, since the answer is about the previous ones then.
 */
export const reloadAnswer = async <T extends { channel: StoredChannel }>(
  unit: Unit,
  answer: T,
  askAgain: () => Promise<T>,
): Promise<T> => {
  if (!unit.isRerun) return answer
  const { sealedCredentials, authFailedAt } = answer.channel
  const channel = await loadChannel(unit, answer.channel.id)
  const isSame = channel.sealedCredentials === sealedCredentials && channel.authFailedAt === authFailedAt
  return isSame ? { ...answer, channel } : await askAgain()
}

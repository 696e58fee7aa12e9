import type { ConnectionStatus } from '../../../schemas/sales/channel.ts'
import type { StoredChannel } from './channel.ts'

export const buildFailedStatus = (
  { code, message }: { code: string; message: string },
  now: Date,
): ConnectionStatus => ({
  connected: false,
  errorCode: code,
  errorMessage: message,
  checkedAt: now.toISOString(),
  storeInfo: {},
})

/** Builds the change of a channel whose shop has answered: none, unless its status says that the shop failed. */
export const clearFailedStatus = (
  { connectionStatus: stored }: Pick<StoredChannel, 'connectionStatus'>,
  now: Date,
): Partial<Pick<StoredChannel, 'connectionStatus'>> => {
  if (!stored || stored.connected) return {}
  const succeeded = { connected: true, errorCode: null, errorMessage: null, checkedAt: now.toISOString() }
  return { connectionStatus: { ...stored, ...succeeded } }
}

import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  AUTHORIZATION_PENDING,
  checkConnected,
  isAuthorizationPending,
  type StoredChannel,
  scheduleSync,
} from '../channels/channel.ts'
import {
  buildFailedStatus,
  deleteConnection,
  keepSession,
  openCredentials,
  probe,
  sealCredentials,
  storeToTry,
} from '../channels/channel-connection.ts'
import { channels, loadChannel } from '../channels/channel-store.ts'
import { lookAtWebhooks } from '../webhooks/subscribe-webhook.ts'
import { isAwaitingAuthorization } from './connect-channel.ts'

/** What a screen shows in place of a secret, with some of its ends perhaps; stored, it would lock the channel out. */
const isMask = (value: string) => {
  const shown = value.replaceAll(/[*•●…]/g, '')
  return (value.length - shown.length >= 3 && shown.length <= 8) || /^[x.·]{3,}$/i.test(value)
}

const isBlank = (value: string | null) => value === null || !value.trim()

const pickGiven = (credentials: Readonly<Record<string, string | null>>): Record<string, string> => {
  const given = Object.entries(credentials).filter((entry): entry is [string, string] => !isBlank(entry[1]))
  const masked = given.filter(([, value]) => isMask(value.trim()))
  if (masked.length)
    throw invalid(
      ...masked.map(([key]) => ({ propertyPath: `credentials.${key}`, message: 'is a mask, not a credential' })),
    )
  return Object.fromEntries(given)
}

/**
 * Merges credentials into the stored ones and asks the store with them. They are kept whatever it says, and a block by
 * refused credentials is over: syncing tries the new ones.
 */
export const changeCredentials = async (
  app: App,
  unit: Unit,
  id: string,
  credentials: Readonly<Record<string, string | null>>,
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  checkConnected(channel)
  const { type, connectionId } = channel
  if (!connectionId) throw new Problem('OPERATION_NOT_ALLOWED', `A ${type} channel has no credentials.`)
  const connector = getConnector(type)
  const before = await openCredentials(app, unit.tenant, channel)
  const merged = connector.prepare({ ...before, ...pickGiven(credentials) })
  const sealedCredentials = await sealCredentials(app, unit.tenant, connectionId, merged)
  // Tokens that a shop gave are for no other.
  const isOther = merged.store_url !== before.store_url
  const awaits = isAwaitingAuthorization(type, merged) && (isOther || isAuthorizationPending(channel))
  const changed = { ...channel, sealedCredentials, authFailedAt: awaits ? unit.now.toISOString() : null }
  const { authFailedAt } = changed
  const store = await storeToTry(app, unit.tenant, changed)
  const connectionStatus = awaits
    ? buildFailedStatus(AUTHORIZATION_PENDING, unit.now)
    : await probe(app, connector, store)
  if (awaits) deleteConnection(unit, channel)
  else await keepSession(app, unit, changed, store)
  await lookAtWebhooks(app.db, unit, channel)
  const due = scheduleSync(changed, unit.now)
  return unit.update(channels, channel, { sealedCredentials, authFailedAt, connectionStatus, ...due })
}

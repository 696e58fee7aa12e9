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
  deleteChannelConnection,
  openCredentials,
  openUnsharedShop,
  probeShop,
  saveSession,
  sealCredentials,
} from '../channels/channel-connection.ts'
import { channels, loadChannel } from '../channels/channel-store.ts'
import { scheduleWebhookCheck } from '../webhooks/subscribe-at-shop.ts'
import { isAwaitingAuthorization } from './connect-channel.ts'

/** Detects the mask that a screen shows instead of a secret; storing it would lock the channel out. */
const isMask = (value: string) => {
  const visible = value.replaceAll(/[*•●…]/g, '')
  return (value.length - visible.length >= 3 && visible.length <= 8) || /^[x.·]{3,}$/i.test(value)
}

const isBlank = (value: string | null) => value === null || !value.trim()

const pickGiven = (credentials: Readonly<Record<string, string | null>>): Record<string, string> => {
  const given = Object.entries(credentials).filter((entry): entry is [string, string] => !isBlank(entry[1]))
  const masked = given.filter(([, value]) => isMask(value.trim()))
  if (masked.length)
    throw invalid(
      ...masked.map(([key]) => ({
        propertyPath: `credentials.${key}`,
        message: 'must be the credential itself, not a mask of it',
      })),
    )
  return Object.fromEntries(given)
}

/**
 * Merges credentials into the stored ones and tests them at the shop. They are stored whatever it answers, and syncing
 * resumes with them even if the previous ones had been refused.
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
  // Tokens are valid only for the shop that granted them.
  const isOther = merged.store_url !== before.store_url
  const awaits = isAwaitingAuthorization(connector, merged) && (isOther || isAuthorizationPending(channel))
  const changed = { ...channel, sealedCredentials, authFailedAt: awaits ? unit.now.toISOString() : null }
  const { authFailedAt } = changed
  const shop = await openUnsharedShop(app, unit.tenant, changed)
  const connectionStatus = awaits
    ? buildFailedStatus(AUTHORIZATION_PENDING, unit.now)
    : await probeShop(app, connector, shop)
  if (awaits) deleteChannelConnection(unit, channel)
  else await saveSession(app, unit, changed, shop)
  await scheduleWebhookCheck(app.db, unit, channel)
  const due = scheduleSync(changed, unit.now)
  return unit.update(channels, channel, { sealedCredentials, authFailedAt, connectionStatus, ...due })
}

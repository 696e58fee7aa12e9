import type { Credentials } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import {
  AUTHORIZATION_PENDING,
  checkConnected,
  isAuthorizationPending,
  type StoredChannel,
  scheduleSync,
} from '../channels/channel.ts'
import {
  deleteChannelConnection,
  openCredentials,
  openUnsharedShop,
  probeShop,
  saveSession,
  sealCredentials,
} from '../channels/channel-connection.ts'
import { changeChannel, listAllChannels, loadChannel } from '../channels/channel-store.ts'
import { buildFailedStatus } from '../channels/failed-status.ts'
import { findShopId, getShopAddress, nameShop } from '../shops/shop-store.ts'
import { scheduleWebhookCheck } from '../webhooks/subscribe-webhook-at-shop.ts'
import { isAwaitingAuthorization } from './connect-channel.ts'
import { reloadAnswer } from './reload-answer.ts'
import { scheduleRelease } from './schedule-release.ts'

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

type Given = Readonly<Record<string, string | null>>

/** Merges credentials into the stored ones and tests them at the shop. */
export const testChangedCredentials = async (app: App, unit: ReadOnlyUnit, id: string, credentials: Given) => {
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
  const changes = { sealedCredentials, authFailedAt: awaits ? unit.now.toISOString() : null }
  const shop = await openUnsharedShop(app, unit.tenant, { ...channel, ...changes })
  const connectionStatus = awaits
    ? buildFailedStatus(AUTHORIZATION_PENDING, unit.now)
    : await probeShop(app, connector, shop)
  return { channel, changes, shop, awaits, connectionStatus, before }
}

/**
 * Returns the shop of a channel whose credentials change. A channel that has its shop alone takes it along to another address;
 * one that shares it leaves it.
 */
const moveShop = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  [before, after]: readonly [Credentials, Credentials],
): Promise<Pick<StoredChannel, 'shopId' | 'shopChannel'>> => {
  const connector = getConnector(channel.type)
  const { type, id, shopId, connectorConfig: config } = channel
  const shopChannel = connector.getShopChannel?.(after) ?? null
  const at = { type, address: getShopAddress(connector, { credentials: after, config }) }
  if (at.address === getShopAddress(connector, { credentials: before, config })) return { shopId, shopChannel }
  const [known, all] = await Promise.all([findShopId(db, unit.tenant, at), listAllChannels(db, unit.tenant)])
  const isShared = all.some((each) => each.id !== id && each.shopId === shopId && each.status !== 'disconnected')
  const own = isShared ? unit.newId() : shopId
  if (!known) nameShop(unit, at, own)
  return { shopId: known ?? own, shopChannel }
}

/**
 * Stores tested credentials whatever the shop answered. Syncing resumes with them even if the previous ones had been
 * refused.
 */
export const changeCredentials = async (
  app: App,
  unit: Unit,
  credentials: Given,
  tested: Awaited<ReturnType<typeof testChangedCredentials>>,
): Promise<StoredChannel> => {
  const { channel, changes, shop, awaits, connectionStatus, before } = await reloadAnswer(unit, tested, () =>
    testChangedCredentials(app, unit, tested.channel.id, credentials),
  )
  const changed = { ...channel, ...changes }
  if (awaits) deleteChannelConnection(unit, channel)
  else await saveSession(app, unit, changed, shop)
  await scheduleWebhookCheck(app.db, unit, channel)
  if (channel.authFailedAt && !changed.authFailedAt) scheduleRelease(unit, channel.id)
  const due = scheduleSync(changed, unit.now)
  const moved = await moveShop(app.db, unit, channel, [before, shop.credentials])
  return changeChannel(unit, channel, { ...changes, ...moved, connectionStatus, ...due })
}

import type { Static } from 'typebox'
import type { ChannelType, ConnectChannelInput } from '../../../schemas/sales/channel.ts'
import type { SyncSettingsInput } from '../../../schemas/sales/channels/sync-settings.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { Connector, Credentials, Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { requirePartner, requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { buildTakenProblem } from '../../platform/store/add-derived.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import { isRefusal } from '../channels/auth-block.ts'
import {
  AUTHORIZATION_PENDING,
  completeOrderSettings,
  completeSyncSettings,
  hasShop,
  type StoredChannel,
  scheduleSync,
} from '../channels/channel.ts'
import { buildShop, probeShop, saveSession, sealCredentials } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { checkConnectorConfig } from '../channels/check-connector-config.ts'
import { buildFailedStatus } from '../channels/failed-status.ts'
import { findShopId, getShopAddress, nameShop } from '../shops/shop-store.ts'
import { CONNECTION_SETTINGS } from './connection-settings.ts'

/** Returns the connector of a type; throws if this deployment does not offer the type. */
export const requireConnector = ({ config }: Pick<App, 'config'>, type: ChannelType): Connector => {
  const connector = getConnector(type)
  if (connector.isSimulated && !config.simulatedStores)
    throw invalid({ propertyPath: 'type', message: 'must be a type that this deployment offers' })
  return connector
}

/** Returns true if nobody can call the shop before its owner has authorized the channel on a page of the platform. */
export const isAwaitingAuthorization = ({ oauth }: Connector, credentials: Credentials): boolean =>
  oauth !== undefined && !credentials[oauth.tokenKey]

/** Takes each value from the request, or else from the tenant's settings for new channels. */
const resolveSyncSettings = async (db: Table, tenant: Id, given: SyncSettingsInput | null | undefined) => {
  const settings = await getSettings({ db }, tenant, [
    CONNECTION_SETTINGS.autoImportEnabled,
    CONNECTION_SETTINGS.syncIntervalMinutes,
    CONNECTION_SETTINGS.daysToLookBack,
  ])
  const own = {
    autoImportEnabled: settings['integrations.autoImportEnabled'],
    syncIntervalMinutes: settings['integrations.syncIntervalMinutes'],
    daysToLookBack: settings['integrations.daysToLookBack'],
  }
  return completeSyncSettings({ ...own, ...given })
}

type Input = Static<typeof ConnectChannelInput>

/** Checks the request for a new channel and tests its credentials at the shop. */
export const testNewConnection = async (
  app: App,
  { tenant, now }: ReadOnlyUnit,
  { type, credentials: given, syncSettings, connectorConfig = {}, partnerId, ...input }: Input,
) => {
  const connector = requireConnector(app, type)
  checkConnectorConfig(type, connectorConfig)
  const credentials = connector.prepare(given)
  const code = input.code.toUpperCase()
  const [owner, fullSettings] = await Promise.all([
    findOwner(app.db, channels, tenant, 'code', code),
    resolveSyncSettings(app.db, tenant, syncSettings),
  ])
  if (owner) throw buildTakenProblem('channel', 'code')
  if (partnerId) await requirePartner(app.db, tenant, partnerId)
  const connectionId = hasShop(type) ? newId(now) : null
  const awaits = isAwaitingAuthorization(connector, credentials)
  const shop = connectionId && buildShop(app, connector, connectionId, credentials, connectorConfig)
  const testConnection = async () => {
    if (!shop) return null
    if (awaits) return buildFailedStatus(AUTHORIZATION_PENDING, now)
    return await probeShop(app, connector, shop)
  }
  const connectionStatus = await testConnection()
  return {
    code,
    syncSettings: fullSettings,
    connectionId,
    shop,
    connectionStatus,
    sealedCredentials: connectionId && (await sealCredentials(app, tenant, connectionId, credentials)),
    authFailedAt: awaits || isRefusal(connectionStatus?.errorCode) ? now.toISOString() : null,
  }
}

/** Returns the shop of a new channel: that of the channels with the same address, or its own. */
const joinShop = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  type: ChannelType,
  shop: Shop | undefined,
): Promise<Pick<StoredChannel, 'shopId' | 'shopChannel'>> => {
  if (!shop) return { shopId: channelId, shopChannel: null }
  const connector = getConnector(type)
  const at = { type, address: getShopAddress(connector, shop) }
  const known = await findShopId(db, unit.tenant, at)
  if (!known) nameShop(unit, at, channelId)
  return { shopId: known ?? channelId, shopChannel: connector.getShopChannel?.(shop.credentials) ?? null }
}

/** Creates an active channel. If the shop refused the credentials, it is not synced until they are replaced. */
export const connectChannel = async (
  app: App,
  unit: Unit,
  { name, type, connectorConfig = {}, partnerId = null, orderSettings }: Input,
  { shop, ...tested }: Awaited<ReturnType<typeof testNewConnection>>,
): Promise<StoredChannel> => {
  if (partnerId) await requirePartnerUnchanged(app.db, unit, partnerId)
  const id = unit.newId()
  const channel: Omit<StoredChannel, Exclude<keyof Stored, 'id'>> = {
    id,
    ...tested,
    ...(await joinShop(app.db, unit, id, type, shop || undefined)),
    name,
    type,
    status: 'active',
    partnerId,
    merchantId: null,
    sourcingPrincipal: null,
    pullAssortmentId: null,
    pushAssortmentId: null,
    defaultFulfilmentPolicyId: null,
    defaultCurrency: null,
    supportedCurrencies: [],
    defaultLocale: null,
    supportedLocales: [],
    pricesIncludeTax: null,
    priceCurrency: null,
    hasWebhook: false,
    deletable: true,
    orderSettings: completeOrderSettings(orderSettings),
    connectorConfig,
    webhookTopics: [],
    lastSyncAt: null,
  }
  const created = unit.create(channels, { ...channel, ...scheduleSync(channel, unit.now) })
  if (shop) await saveSession(app, unit, created, shop)
  recordContentChange(unit, 'channel', created.id)
  return created
}

import type { Static } from 'typebox'
import type { ChannelType, ConnectChannelInput, SyncSettingsInput } from '../../../schemas/sales/channel.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import { getSettings } from '../../configuration/get-settings.ts'
import type { Connector, Credentials } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { buildTakenProblem } from '../../platform/store/add-derived.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  AUTHORIZATION_PENDING,
  completeSyncSettings,
  hasShop,
  type StoredChannel,
  scheduleSync,
} from '../channels/channel.ts'
import {
  buildFailedStatus,
  buildShop,
  isRefusal,
  probeShop,
  saveSession,
  sealCredentials,
} from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'

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
    'integrations.autoImportEnabled',
    'integrations.syncIntervalMinutes',
    'integrations.daysToLookBack',
  ])
  const own = {
    autoImportEnabled: settings['integrations.autoImportEnabled'],
    syncIntervalMinutes: settings['integrations.syncIntervalMinutes'],
    daysToLookBack: settings['integrations.daysToLookBack'],
  }
  return completeSyncSettings({ ...own, ...given })
}

/** Creates an active channel. If the shop refuses the credentials, it is not synced until they are replaced. */
export const connectChannel = async (
  app: App,
  unit: Unit,
  {
    name,
    type,
    credentials: given,
    syncSettings,
    connectorConfig = {},
    partnerId = null,
    ...input
  }: Static<typeof ConnectChannelInput>,
): Promise<StoredChannel> => {
  const connector = requireConnector(app, type)
  const credentials = connector.prepare(given)
  const code = input.code.toUpperCase()
  const [owner, fullSettings] = await Promise.all([
    findOwner(app.db, channels, unit.tenant, 'code', code),
    resolveSyncSettings(app.db, unit.tenant, syncSettings),
  ])
  if (owner) throw buildTakenProblem('channel', 'code')
  if (partnerId) await requirePartnerUnchanged(app.db, unit, partnerId)
  const connectionId = hasShop(type) ? unit.newId() : null
  const awaits = isAwaitingAuthorization(connector, credentials)
  const shop = connectionId && buildShop(app, connector, connectionId, credentials, connectorConfig)
  const testConnection = async () => {
    if (!shop) return null
    if (awaits) return buildFailedStatus(AUTHORIZATION_PENDING, unit.now)
    return await probeShop(app, connector, shop)
  }
  const connectionStatus = await testConnection()
  const channel: Omit<StoredChannel, Exclude<keyof Stored, 'id'>> = {
    id: unit.newId(),
    name,
    code,
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
    hasWebhook: false,
    deletable: true,
    syncSettings: fullSettings,
    connectorConfig,
    connectionId,
    connectionStatus,
    webhookTopics: [],
    lastSyncAt: null,
    sealedCredentials: connectionId && (await sealCredentials(app, unit.tenant, connectionId, credentials)),
    authFailedAt: awaits || isRefusal(connectionStatus?.errorCode) ? unit.now.toISOString() : null,
  }
  const created = unit.create(channels, { ...channel, ...scheduleSync(channel, unit.now) })
  if (shop) await saveSession(app, unit, created, shop)
  recordContentChange(unit, 'channel', created.id)
  return created
}

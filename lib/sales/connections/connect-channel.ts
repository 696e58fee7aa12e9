import type { Static } from 'typebox'
import type { ChannelType, ConnectChannelInput, SyncSettingsInput } from '../../../schemas/sales/channel.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import { getSettings } from '../../configuration/setting-of.ts'
import type { Connector } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildTakenProblem, type Unit } from '../../platform/store/unit.ts'
import {
  AUTHORIZATION_PENDING,
  completeSyncSettings,
  hasStore,
  type StoredChannel,
  scheduleSync,
} from '../channels/channel.ts'
import {
  buildFailedStatus,
  isRefusal,
  keepSession,
  probe,
  sealCredentials,
  storeWith,
} from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'

/** The connector of a type that this deployment lets channels have. */
export const requireConnector = ({ config }: Pick<App, 'config'>, type: ChannelType): Connector => {
  if (type === 'simulator' && !config.simulatedStores)
    throw invalid({ propertyPath: 'type', message: 'is not offered by this deployment' })
  return getConnector(type)
}

/** Of Shopify without a token of its own: its owner says yes on a page of Shopify, until when there is nobody to ask. */
export const isAwaitingAuthorization = (type: ChannelType, credentials: Readonly<Record<string, string>>): boolean =>
  type === 'shopify' && !credentials.access_token

/** Takes each value from the request, or else from the tenant's settings for new channels. */
const newSyncSettings = async (db: Table, tenant: Id, given: SyncSettingsInput | null | undefined) => {
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

/** A new channel, active; a store that refuses the credentials is not synced until there are others. */
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
    newSyncSettings(app.db, unit.tenant, syncSettings),
  ])
  if (owner) throw buildTakenProblem('channel', 'code')
  if (partnerId) await holdPartner(app.db, unit, partnerId)
  const connectionId = hasStore(type) ? unit.newId() : null
  const awaits = isAwaitingAuthorization(type, credentials)
  const store = connectionId && storeWith(app, connector, connectionId, credentials, connectorConfig)
  const askStore = async () => {
    if (!store) return null
    if (awaits) return buildFailedStatus(AUTHORIZATION_PENDING, unit.now)
    return await probe(app, connector, store)
  }
  const connectionStatus = await askStore()
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
  const made = unit.create(channels, { ...channel, ...scheduleSync(channel, unit.now) })
  if (store) await keepSession(app, unit, made, store)
  recordContentChange(unit, 'channel', made.id)
  return made
}

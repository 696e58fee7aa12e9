import type { ConnectionStatus } from '../../../schemas/sales/channel.ts'
import { type Connector, ConnectorError, type Store } from '../../connectors/connector.ts'
import { makeStoreHttp } from '../../connectors/http.ts'
import { getConnector } from '../../connectors/registry.ts'
import { provenSession } from '../../connectors/session.ts'
import type { App } from '../../platform/app/app.ts'
import { ConnectionBroken, getAccessToken } from '../../platform/connection/access-token.ts'
import { deleteTokens, storeTokens, type TokenOwner } from '../../platform/connection/tokens.ts'
import type { Id } from '../../platform/id.ts'
import { type Grant, GrantRefused } from '../../platform/outbound/oauth.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { AUTHORIZATION_PENDING, isAuthorizationPending, type StoredChannel, scheduleSync } from './channel.ts'
import { channels } from './channel-store.ts'
import { sharedSession } from './shared-session.ts'
import { refreshShopify } from './shopify-authorization.ts'
import { sessionDelete, sessionItem } from './store-session-store.ts'

type Credentials = Readonly<Record<string, string>>

/** For whoever waits for an answer; a worker has more time. */
export const REQUEST_PATIENCE_MS = 8_000

const buildSealContext = (tenant: Id, connectionId: Id) => ({
  tenant,
  subject: connectionId,
  purpose: 'channel-credentials',
})

const identifyTokens = (tenant: Id, connectionId: Id): TokenOwner => ({
  tenant,
  subject: connectionId,
  purpose: 'channel-tokens',
})

export const sealCredentials = ({ vault }: Pick<App, 'vault'>, tenant: Id, connectionId: Id, given: Credentials) =>
  vault.seal(JSON.stringify(given), buildSealContext(tenant, connectionId))

export const openCredentials = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { connectionId, sealedCredentials }: Pick<StoredChannel, 'connectionId' | 'sealedCredentials'>,
): Promise<Record<string, string>> =>
  connectionId && sealedCredentials
    ? JSON.parse(await vault.open(sealedCredentials, buildSealContext(tenant, connectionId)))
    : {}

export const storeChannelTokens = (app: Pick<App, 'vault'>, unit: Unit, connectionId: Id, grant: Grant) =>
  storeTokens(app, unit, identifyTokens(unit.tenant, connectionId), grant)

/** Whatever the channel was connected with is gone from here on. */
export const deleteConnection = (unit: Unit, { connectionId }: StoredChannel): void => {
  if (!connectionId) return
  deleteTokens(unit, identifyTokens(unit.tenant, connectionId))
  unit.add(sessionDelete(unit.tenant, connectionId))
}

/**
 * Keeps the session in which new credentials were tried, in the transaction that stores them. One of the credentials
 * before ends in any case.
 */
export const keepSession = async (
  { vault }: Pick<App, 'vault'>,
  unit: Unit,
  { id, connectionId, sealedCredentials }: Pick<StoredChannel, 'id' | 'connectionId' | 'sealedCredentials'>,
  store: Store,
): Promise<void> => {
  if (!connectionId || !sealedCredentials) return
  const { tenant, now } = unit
  const secret = await provenSession(store)
  const owner = { tenant, channelId: id, connectionId, sealedCredentials }
  unit.add(
    secret === undefined
      ? sessionDelete(tenant, connectionId)
      : { put: await sessionItem({ vault }, owner, secret, now) },
  )
}

const REFUSED = 'The store no longer takes the stored connection; connect it again.'

/** The block of a channel whose credentials the store refuses: it is not synced until there are others. */
export const buildAuthBlock = (channel: StoredChannel, error: ConnectorError, now: Date) => {
  const authFailedAt = channel.authFailedAt ?? now.toISOString()
  const connectionStatus = buildFailedStatus(error, now)
  return { authFailedAt, connectionStatus, ...scheduleSync({ ...channel, authFailedAt }, now) }
}

/** Sets the block in a unit of work; nothing changes where it is set or the channel was disconnected meanwhile. */
export const blockChannel = async (unit: Unit, channelId: Id, error: ConnectorError): Promise<void> => {
  const channel = await unit.load(channels, channelId)
  if (!channel.authFailedAt && channel.connectionId)
    unit.update(channels, channel, buildAuthBlock(channel, error, unit.now))
}

const toTokenFailure = (error: unknown): unknown => {
  if (error instanceof ConnectionBroken || error instanceof GrantRefused)
    return new ConnectorError('AUTH_FAILED', REFUSED, { cause: error })
  if (error instanceof OutboundError)
    return new ConnectorError('STORE_UNAVAILABLE', 'The store does not renew the connection now.', { cause: error })
  if (error instanceof Problem && error.errorCode === 'UNAVAILABLE')
    return new ConnectorError('STORE_UNAVAILABLE', error.message, { retryAfterSeconds: 2, cause: error })
  return error
}

/** A store with credentials that are not stored, or not yet. */
export const storeWith = (
  app: Pick<App, 'outbound' | 'clock'> & Partial<Pick<App, 'db'>>,
  connector: Connector,
  connection: string,
  credentials: Credentials,
  config: Credentials,
  patienceMs = REQUEST_PATIENCE_MS,
): Store => {
  const { outbound, clock, db } = app
  return {
    credentials,
    config,
    http: makeStoreHttp({ outbound, clock, connection, pace: connector.pace, patienceMs, deadline: db?.deadline }),
  }
}

/** The channel's store with credentials that may not be stored yet, which share no session with anybody. */
export const storeToTry = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  patienceMs: number = REQUEST_PATIENCE_MS,
): Promise<Store> => {
  const { id, type, connectionId, connectorConfig } = channel
  const credentials = await openCredentials(app, tenant, channel)
  const reached = storeWith(app, getConnector(type), connectionId ?? id, credentials, connectorConfig, patienceMs)
  const store = type === 'simulator' ? { ...reached, kept: { db: app.db, tenant } } : reached
  if (type !== 'shopify' || credentials.access_token || !connectionId) return store
  const refreshing = {
    refresh: (tokens: { refreshToken: string | null }) => refreshShopify(app, credentials, tokens),
    whenBroken: (unit: Unit) => blockChannel(unit, id, new ConnectorError('AUTH_FAILED', REFUSED)),
  }
  const readToken = async (refused?: string) => {
    if (isAuthorizationPending(channel))
      throw new ConnectorError(AUTHORIZATION_PENDING.code, AUTHORIZATION_PENDING.message)
    try {
      return await getAccessToken(app, identifyTokens(tenant, connectionId), refreshing, refused)
    } catch (error) {
      throw toTokenFailure(error)
    }
  }
  return { ...store, token: readToken }
}

/** The channel's store, ready to be asked. What asking throws is a `ConnectorError`. */
export const openShop = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  patienceMs: number = REQUEST_PATIENCE_MS,
): Promise<Store> => {
  const store = await storeToTry(app, tenant, channel, patienceMs)
  const { id: channelId, connectionId, sealedCredentials } = channel
  if (!connectionId || !sealedCredentials) return store
  const owner = { tenant, channelId, connectionId, sealedCredentials }
  return {
    ...store,
    session: (signIn, refused) => sharedSession(app, owner, { signIn, refused, patienceMs }),
  }
}

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

const shortenInfo = (info: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(info)
      .slice(0, 20)
      .map(([name, value]) => [name, value.slice(0, 255)]),
  )

/** Asks the store whether it takes the credentials; null where there is nothing to ask. */
export const probe = async (
  { clock }: Pick<App, 'clock'>,
  connector: Connector,
  store: Store,
): Promise<ConnectionStatus | null> => {
  if (!connector.test) return null
  const now = clock()
  try {
    const storeInfo = shortenInfo(await connector.test(store))
    return { connected: true, errorCode: null, errorMessage: null, checkedAt: now.toISOString(), storeInfo }
  } catch (error) {
    if (error instanceof ConnectorError) return buildFailedStatus(error, now)
    throw error
  }
}

/** The same with a token that was given just now. */
export const probeGranted = (
  app: App,
  { type, id, connectorConfig }: StoredChannel,
  credentials: Credentials,
  { accessToken: given }: Grant,
): Promise<ConnectionStatus | null> => {
  const connector = getConnector(type)
  const store = storeWith(app, connector, id, credentials, connectorConfig)
  return probe(app, connector, { ...store, token: async () => given })
}

const FOR_OTHER_CREDENTIALS = ['AUTH_FAILED', 'INSUFFICIENT_SCOPE']

/** Whether nothing but other credentials would help. */
export const isRefusal = (code: string | null | undefined): boolean => FOR_OTHER_CREDENTIALS.includes(code ?? '')

import type { ConnectionStatus } from '../../../schemas/sales/channel.ts'
import { type Connector, ConnectorError, type Credentials, type Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findProvenSession } from '../../connectors/session.ts'
import { makeShopHttp } from '../../connectors/shop-http.ts'
import type { App } from '../../platform/app/app.ts'
import { parseRetryAfter } from '../../platform/back-off/parse-retry-after.ts'
import { getAccessToken, isBrokenConnection } from '../../platform/connection/access-token.ts'
import { deleteTokens, storeTokens, type TokenOwner, type Tokens } from '../../platform/connection/tokens.ts'
import type { Id } from '../../platform/id.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { type Grant, GrantRefused } from '../../platform/outbound/request-grant.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { openJson, sealJson } from '../../platform/vault/vault.ts'
import { blockChannel } from './auth-block.ts'
import { AUTHORIZATION_PENDING, isAuthorizationPending, type StoredChannel } from './channel.ts'
import { buildFailedStatus } from './failed-status.ts'
import { getSharedSession } from './get-shared-session.ts'
import { buildSessionDelete, buildSessionItem } from './shop-session-store.ts'

/** Milliseconds that calls to the shop may take during a request; workers allow more. */
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
  sealJson(vault, given, buildSealContext(tenant, connectionId))

export const openCredentials = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { connectionId, sealedCredentials }: Pick<StoredChannel, 'connectionId' | 'sealedCredentials'>,
): Promise<Record<string, string>> =>
  connectionId && sealedCredentials
    ? await openJson(vault, sealedCredentials, buildSealContext(tenant, connectionId))
    : {}

export const storeChannelTokens = (app: Pick<App, 'vault'>, unit: Unit, connectionId: Id, grant: Grant) =>
  storeTokens(app, unit, identifyTokens(unit.tenant, connectionId), grant)

/** Deletes the tokens and the session of the channel's connection. */
export const deleteChannelConnection = (unit: Unit, { connectionId }: StoredChannel): void => {
  if (!connectionId) return
  deleteTokens(unit, identifyTokens(unit.tenant, connectionId))
  unit.add(buildSessionDelete(unit.tenant, connectionId))
}

/**
 * Stores the session that the new credentials were tried with, in the transaction that stores them. Without one, deletes
 * the session of the previous credentials.
 */
export const saveSession = async (
  { vault }: Pick<App, 'vault'>,
  unit: Unit,
  { id, connectionId, sealedCredentials }: Pick<StoredChannel, 'id' | 'connectionId' | 'sealedCredentials'>,
  shop: Shop,
): Promise<void> => {
  if (!connectionId || !sealedCredentials) return
  const { tenant, now } = unit
  const secret = await findProvenSession(shop)
  const owner = { tenant, channelId: id, connectionId, sealedCredentials }
  unit.add(
    secret === undefined
      ? buildSessionDelete(tenant, connectionId)
      : { put: await buildSessionItem({ vault }, owner, secret, now) },
  )
}

const REFUSED = 'The shop no longer accepts the stored connection. Connect the channel again.'

const toConnectorError = (error: unknown, now: Date): unknown => {
  if (isBrokenConnection(error)) return new ConnectorError('AUTH_FAILED', REFUSED, { cause: error })
  if (error instanceof GrantRefused)
    return new ConnectorError(
      'UPSTREAM_ERROR',
      'The shop refused the account of this deployment. Contact its operator.',
      { cause: error },
    )
  if (error instanceof OutboundError)
    return new ConnectorError('STORE_UNAVAILABLE', 'The shop could not renew the connection. Try again later.', {
      retryAfterSeconds: parseRetryAfter(error.retryAfter, now),
      cause: error,
    })
  if (error instanceof Problem && error.errorCode === 'UNAVAILABLE')
    return new ConnectorError('STORE_UNAVAILABLE', error.message, { retryAfterSeconds: 2, cause: error })
  return error
}

/** Builds a shop from credentials that need not be stored. */
export const buildShop = (
  app: Pick<App, 'outbound' | 'clock'> & Partial<Pick<App, 'db'>>,
  connector: Connector,
  connection: string,
  credentials: Credentials,
  config: Credentials,
  patienceMs = REQUEST_PATIENCE_MS,
): Shop => {
  const { outbound, clock, db } = app
  return {
    credentials,
    config,
    http: makeShopHttp({ outbound, clock, connection, pace: connector.pace, patienceMs, deadline: db?.deadline }),
  }
}

/** Opens the channel's shop without the shared session, since its credentials may not be stored yet. */
export const openUnsharedShop = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  patienceMs: number = REQUEST_PATIENCE_MS,
): Promise<Shop> => {
  const { id, type, connectionId, connectorConfig } = channel
  const credentials = await openCredentials(app, tenant, channel)
  const connector = getConnector(type)
  const base = buildShop(app, connector, connectionId ?? id, credentials, connectorConfig, patienceMs)
  const shop = connector.isSimulated ? { ...base, kept: { db: app.db, tenant } } : base
  const { oauth } = connector
  if (!oauth || credentials[oauth.tokenKey] || !connectionId) return shop
  const refreshing = {
    refresh: ({ refreshToken }: Tokens) => oauth.refresh(app, credentials, refreshToken),
    whenBroken: (unit: Unit) => blockChannel(unit, channel, new ConnectorError('AUTH_FAILED', REFUSED)),
  }
  const readToken = async (refused?: string) => {
    if (isAuthorizationPending(channel))
      throw new ConnectorError(AUTHORIZATION_PENDING.code, AUTHORIZATION_PENDING.message)
    try {
      return await getAccessToken(app, identifyTokens(tenant, connectionId), refreshing, refused)
    } catch (error) {
      throw toConnectorError(error, app.clock())
    }
  }
  return { ...shop, token: readToken }
}

/** Opens the channel's shop with its shared session. Calls to the shop throw a `ConnectorError` if they fail. */
export const openShop = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  patienceMs: number = REQUEST_PATIENCE_MS,
): Promise<Shop> => {
  const shop = await openUnsharedShop(app, tenant, channel, patienceMs)
  const { id: channelId, connectionId, sealedCredentials } = channel
  if (!connectionId || !sealedCredentials) return shop
  const owner = { tenant, channelId, connectionId, sealedCredentials }
  return {
    ...shop,
    session: (signIn, refused) => getSharedSession(app, owner, { signIn, refused, patienceMs }),
  }
}

const shortenInfo = (info: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(info)
      .slice(0, 20)
      .map(([name, value]) => [name, value.slice(0, 255)]),
  )

/** Asks the shop whether it accepts the credentials; returns null if the connector cannot test them. */
export const probeShop = async (
  { clock }: Pick<App, 'clock'>,
  connector: Connector,
  shop: Shop,
): Promise<ConnectionStatus | null> => {
  if (!connector.test) return null
  const now = clock()
  try {
    const storeInfo = shortenInfo(await connector.test(shop))
    return { connected: true, errorCode: null, errorMessage: null, checkedAt: now.toISOString(), storeInfo }
  } catch (error) {
    if (error instanceof ConnectorError) return buildFailedStatus(error, now)
    throw error
  }
}

/** Tests the connection with a token that was granted just now and is not stored yet. */
export const probeWithGrant = (
  app: App,
  { type, id, connectorConfig }: StoredChannel,
  credentials: Credentials,
  { accessToken: given }: Grant,
): Promise<ConnectionStatus | null> => {
  const connector = getConnector(type)
  const shop = buildShop(app, connector, id, credentials, connectorConfig)
  return probeShop(app, connector, { ...shop, token: async () => given })
}

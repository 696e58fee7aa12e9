import type { ConnectionStatus } from '../../../schemas/sales/channel.ts'
import { getConnector, listOAuthConnectors } from '../../connectors/registry.ts'
import type { ShopOAuth } from '../../connectors/shop-oauth.ts'
import { issueSignedState, spendSignedState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { type Grant, GrantRefused } from '../../platform/outbound/request-grant.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openCredentials, probeWithGrant, sealCredentials, storeChannelTokens } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import { scheduleRelease } from './schedule-release.ts'

const STATE_SECONDS = 600
const PURPOSE = 'channel-authorization'

/** The payload of the state: the callback itself brings only the shop. */
interface PendingAuthorization {
  tenant: Id
  identity: Id
  channelId: Id
}

const buildRedirectUri = ({ config }: Pick<App, 'config'>) => `${config.publicUrl}/oauth/channels/callback`

const requireOAuth = (channel: StoredChannel): ShopOAuth => {
  checkConnected(channel)
  const { oauth } = getConnector(channel.type)
  if (!oauth)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `A ${channel.type} channel is connected with its credentials only. It needs no authorization.`,
    )
  return oauth
}

/** Returns the URL to which the browser of the shop's owner has to go, and the state that comes back with it. */
export const beginAuthorization = async (app: App, unit: Unit, { identity }: SignedIn, channelId: string) => {
  const channel = await loadChannel(unit, channelId)
  const oauth = requireOAuth(channel)
  const credentials = await openCredentials(app, unit.tenant, channel)
  const pending: PendingAuthorization = { tenant: unit.tenant, identity, channelId: channel.id }
  const state = await issueSignedState(app, unit, {
    purpose: PURPOSE,
    binding: { shop: oauth.getShop(credentials) },
    payload: JSON.stringify(pending),
    seconds: STATE_SECONDS,
  })
  return {
    id: unit.newId(),
    channelId: channel.id,
    authorizationUrl: await oauth.buildAuthorizationUrl(app, credentials, {
      state,
      redirectUri: buildRedirectUri(app),
    }),
    state,
    expiresInSeconds: STATE_SECONDS,
  }
}

interface Authorized {
  channelId: Id
  shop: string
  grant: Grant
  connectionStatus: ConnectionStatus | null
}

const storeGrant = async (app: App, unit: Unit, { channelId, shop, grant, connectionStatus }: Authorized) => {
  const channel = await loadChannel(unit, channelId)
  const oauth = requireOAuth(channel)
  // The app's tokens replace a token that the merchant made.
  const { [oauth.tokenKey]: _token, ...credentials } = await openCredentials(app, unit.tenant, channel)
  if (oauth.getShop(credentials) !== shop)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The channel was connected to another shop meanwhile. Start the authorization again.',
    )
  const connectionId = channel.connectionId as Id
  if (channel.authFailedAt) scheduleRelease(unit, channel.id)
  await storeChannelTokens(app, unit, connectionId, grant)
  unit.update(channels, channel, {
    sealedCredentials: await sealCredentials(app, unit.tenant, connectionId, credentials),
    authFailedAt: null,
    connectionStatus,
    ...scheduleSync({ ...channel, authFailedAt: null }, unit.now),
  })
}

const buildReturnUrl = ({ config }: Pick<App, 'config'>, channelId: Id, result: string) => {
  const url = new URL(config.channelReturnUri)
  url.searchParams.set('channelId', channelId)
  url.searchParams.set('result', result)
  return url.href
}

/** All platforms share one callback; the signature tells which of them sent the browser. */
const findSigner = async (app: App, query: Readonly<Record<string, string>>, now: Date): Promise<ShopOAuth> => {
  const configured = listOAuthConnectors().filter(({ oauth }) => oauth.isConfigured(app.config))
  if (!configured.length)
    throw new Problem('PROVIDER_NOT_CONFIGURED', 'This deployment has no app at any platform that authorizes shops.')
  for (const { oauth } of configured) if (await oauth.isSignedCallback(app, query, now)) return oauth
  throw invalid({ propertyPath: 'hmac', message: 'must be a signature that the platform made in the last 90 seconds' })
}

/**
 * Handles the callback and returns the URL to which the browser goes next. The state is spent first, in a transaction of
 * its own, so that a code is exchanged once; if the work is interrupted after that, the user has to begin again.
 */
export const finishAuthorization = async (
  app: App,
  query: Readonly<Record<string, string>>,
  now: Date,
  log: Log,
): Promise<string> => {
  const { shop = '', state = '', code = '' } = query
  const oauth = await findSigner(app, query, now)
  const spent = await runInUnit(app.db, { tenant: undefined, actor: null, now }, (unit) =>
    spendSignedState(app, unit, { purpose: PURPOSE, binding: { shop }, state }),
  )
  const { tenant, identity, channelId }: PendingAuthorization = JSON.parse(spent)
  const channel = await findChannel(app.db, tenant, channelId)
  if (!channel?.connectionId) return buildReturnUrl(app, channelId, 'gone')
  const credentials = await openCredentials(app, tenant, channel)
  try {
    if (getConnector(channel.type).oauth !== oauth || oauth.getShop(credentials) !== shop)
      return buildReturnUrl(app, channelId, 'changed')
    const grant = await oauth.redeem(app, credentials, code)
    const { [oauth.tokenKey]: _token, ...rest } = credentials
    const connectionStatus = await probeWithGrant(app, channel, rest, grant)
    const authorized = { channelId, shop, grant, connectionStatus }
    await runInUnit(app.db, { tenant, actor: identity, now }, (unit) => storeGrant(app, unit, authorized))
    return buildReturnUrl(app, channelId, 'connected')
  } catch (error) {
    const isRefused = error instanceof GrantRefused
    if (!isRefused && !(error instanceof OutboundError)) throw error
    log.warn('sales.channel.not_authorized', { channelId, reason: isRefused ? error.code : error.kind })
    return buildReturnUrl(app, channelId, isRefused ? 'refused' : 'unreachable')
  }
}

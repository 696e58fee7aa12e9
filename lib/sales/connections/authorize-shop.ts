import { issueState, spendState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { type Grant, GrantRefused } from '../../platform/outbound/oauth.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openCredentials, probeGranted, sealCredentials, storeChannelTokens } from '../channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../channels/channel-store.ts'
import {
  buildAuthorizationUrl,
  getShopHost,
  isSigned,
  readShopifyApp,
  redeemShopify,
} from '../channels/shopify-authorization.ts'

const STATE_SECONDS = 600
const PURPOSE = 'channel-authorization'

/** What waits behind the state: whose channel is being connected, and by whom. Of all that, only the shop comes back. */
interface Waiting {
  tenant: Id
  identity: Id
  channelId: Id
}

const redirectUri = ({ config }: Pick<App, 'config'>) => `${config.publicUrl}/oauth/channels/callback`

const checkIsShop = (channel: StoredChannel) => {
  checkConnected(channel)
  if (channel.type !== 'shopify')
    throw new Problem('OPERATION_NOT_ALLOWED', `A ${channel.type} channel is connected by its credentials alone.`)
}

/** Where to send the browser of the shop's owner, and the state that it will come back with. */
export const beginAuthorization = async (app: App, unit: Unit, { identity }: SignedIn, channelId: string) => {
  const channel = await loadChannel(unit, channelId)
  checkIsShop(channel)
  const shopify = await readShopifyApp(app)
  const credentials = await openCredentials(app, unit.tenant, channel)
  const waiting: Waiting = { tenant: unit.tenant, identity, channelId: channel.id }
  const state = await issueState(app, unit, {
    purpose: PURPOSE,
    binding: { shop: getShopHost(credentials) },
    payload: JSON.stringify(waiting),
    seconds: STATE_SECONDS,
  })
  return {
    id: unit.newId(),
    channelId: channel.id,
    authorizationUrl: buildAuthorizationUrl(shopify, credentials.store_url as string, state, redirectUri(app)),
    state,
    expiresInSeconds: STATE_SECONDS,
  }
}

const storeGrant = async (app: App, unit: Unit, channelId: Id, storeUrl: string, grant: Grant) => {
  const channel = await loadChannel(unit, channelId)
  checkIsShop(channel)
  // The app's tokens take the place of a token that the merchant made.
  const { access_token: _token, ...credentials } = await openCredentials(app, unit.tenant, channel)
  if (credentials.store_url !== storeUrl)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel has been given another shop meanwhile.')
  const connectionId = channel.connectionId as Id
  await storeChannelTokens(app, unit, connectionId, grant)
  unit.update(channels, channel, {
    sealedCredentials: await sealCredentials(app, unit.tenant, connectionId, credentials),
    authFailedAt: null,
    connectionStatus: await probeGranted(app, channel, credentials, grant),
    ...scheduleSync({ ...channel, authFailedAt: null }, unit.now),
  })
}

const returnTo = ({ config }: Pick<App, 'config'>, channelId: Id, result: string) => {
  const url = new URL(config.channelReturnUri)
  url.searchParams.set('channelId', channelId)
  url.searchParams.set('result', result)
  return url.href
}

/**
 * The browser is back. The state is spent first, in a transaction of its own, so that a code is exchanged once; whoever is
 * interrupted after that begins again. Returns where to take the browser.
 */
export const finishAuthorization = async (
  app: App,
  query: Readonly<Record<string, string>>,
  now: Date,
  log: Log,
): Promise<string> => {
  const { shop = '', state = '', code = '' } = query
  if (!isSigned(query, await readShopifyApp(app), now))
    throw invalid({ propertyPath: 'hmac', message: 'is not what Shopify wrote a moment ago' })
  const spent = await runInUnit(app.db, { tenant: undefined, actor: null, now }, (unit) =>
    spendState(app, unit, { purpose: PURPOSE, binding: { shop }, state }),
  )
  const { tenant, identity, channelId }: Waiting = JSON.parse(spent)
  const channel = await findChannel(app.db, tenant, channelId)
  if (!channel?.connectionId) return returnTo(app, channelId, 'gone')
  const { store_url: storeUrl = '' } = await openCredentials(app, tenant, channel)
  try {
    if (getShopHost({ store_url: storeUrl }) !== shop) return returnTo(app, channelId, 'changed')
    const grant = await redeemShopify(app, storeUrl, code)
    await runInUnit(app.db, { tenant, actor: identity, now }, (unit) =>
      storeGrant(app, unit, channelId, storeUrl, grant),
    )
    return returnTo(app, channelId, 'connected')
  } catch (error) {
    const isRefused = error instanceof GrantRefused
    if (!isRefused && !(error instanceof OutboundError)) throw error
    log.warn('sales.channel.not_authorized', { channelId, reason: isRefused ? error.code : error.kind })
    return returnTo(app, channelId, isRefused ? 'refused' : 'unreachable')
  }
}

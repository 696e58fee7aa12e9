import { ConnectorError, type RemoteChannel } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { changeChannel, findChannelOfConnection, loadChannel } from '../channels/channel-store.ts'
import { adoptSupported, CURRENCY, LOCALE } from '../channels/locales-and-currencies.ts'
import { discoveryProblem } from '../channels/store-problem.ts'

/** The channels that a connected store has. */
export const discoverChannels = async (
  app: App,
  tenant: Id,
  connectionId: Id,
  onlyEnabled: boolean,
): Promise<RemoteChannel[]> => {
  const channel = await findChannelOfConnection(app.db, tenant, connectionId)
  if (!channel) throw notFound()
  const { discover } = getConnector(channel.type)
  if (!discover)
    throw new Problem('OPERATION_NOT_ALLOWED', `A ${channel.type} store does not tell which channels it has.`)
  try {
    const found = await discover(await openShop(app, tenant, channel))
    return onlyEnabled ? found.filter(({ enabled }) => enabled) : found
  } catch (error) {
    throw discoveryProblem(error)
  }
}

/** The store's channel that this one stands for. */
const findCounterpart = ({ connectorConfig }: StoredChannel, found: readonly RemoteChannel[]) => {
  const wanted = connectorConfig.channel_code
  return wanted ? found.find(({ code }) => code === wanted) : (found.find(({ enabled }) => enabled) ?? found[0])
}

const discoverCounterpart = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
): Promise<RemoteChannel | undefined> => {
  const { discover } = getConnector(channel.type)
  try {
    return discover && findCounterpart(channel, await discover(await openShop(app, tenant, channel)))
  } catch (error) {
    if (error instanceof ConnectorError) return undefined
    throw error
  }
}

/** Takes over the currencies and locales of the store; what it does not tell stays as it is. */
export const refreshCapabilities = async (app: App, unit: Unit, id: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  checkConnected(channel)
  const found = await discoverCounterpart(app, unit.tenant, channel)
  if (!found) return channel
  const currencies = adoptSupported(
    CURRENCY,
    { default: channel.defaultCurrency, supported: channel.supportedCurrencies },
    { default: found.defaultCurrency, supported: found.currencies },
  )
  const locales = adoptSupported(
    LOCALE,
    { default: channel.defaultLocale, supported: channel.supportedLocales },
    { default: found.defaultLocale, supported: found.locales },
  )
  // A store that answers takes the credentials, so whatever blocked syncing is over.
  return changeChannel(unit, channel, {
    defaultCurrency: currencies.default,
    supportedCurrencies: [...currencies.supported],
    defaultLocale: locales.default,
    supportedLocales: [...locales.supported],
    authFailedAt: null,
    ...scheduleSync({ ...channel, authFailedAt: null }, unit.now),
  })
}

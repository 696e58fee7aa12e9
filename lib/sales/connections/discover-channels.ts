import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { RemoteChannel } from '../../connectors/remote-channel.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { changeChannel, findChannelOfConnection, loadChannel } from '../channels/channel-store.ts'
import { clearFailedStatus } from '../channels/failed-status.ts'
import { adoptLocalesAndCurrencies } from '../channels/locales-and-currencies.ts'
import { toDiscoveryProblem } from '../channels/shop-problem.ts'
import { reloadAnswer } from './reload-answer.ts'
import { scheduleRelease } from './schedule-release.ts'

/** Lists the sales channels that a connected shop has. */
export const discoverChannels = async (
  app: App,
  tenant: Id,
  connectionId: Id,
  onlyEnabled: boolean,
): Promise<RemoteChannel[]> => {
  const channel = await findChannelOfConnection(app.db, tenant, connectionId)
  if (!channel) throw notFound()
  const { discover } = getConnector(channel.type)
  if (!discover) throw new Problem('OPERATION_NOT_ALLOWED', `A ${channel.type} shop cannot list its channels.`)
  try {
    const found = await discover(await openShop(app, tenant, channel))
    return onlyEnabled ? found.filter(({ enabled }) => enabled) : found
  } catch (error) {
    throw toDiscoveryProblem(error)
  }
}

/** Finds the shop's channel that this channel represents: the configured one, or else the first enabled one. */
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

interface Discovered {
  channel: StoredChannel
  /** Undefined if the shop does not answer or reports no channel. */
  found: RemoteChannel | undefined
}

/** Asks the shop for its channel that this channel represents. */
export const discoverCapabilities = async (app: App, unit: ReadOnlyUnit, id: string): Promise<Discovered> => {
  const channel = await loadChannel(unit, id)
  checkConnected(channel)
  return { channel, found: await discoverCounterpart(app, unit.tenant, channel) }
}

/** Copies the currencies and locales of the shop to the channel; whatever the shop does not report stays as it is. */
export const refreshCapabilities = async (app: App, unit: Unit, discovered: Discovered): Promise<StoredChannel> => {
  const { channel, found } = await reloadAnswer(unit, discovered, () =>
    discoverCapabilities(app, unit, discovered.channel.id),
  )
  if (!found) return channel
  if (channel.authFailedAt) scheduleRelease(unit, channel.id)
  // The shop answered, so it accepts the credentials and syncing can resume.
  return changeChannel(unit, channel, {
    ...adoptLocalesAndCurrencies(channel, found),
    authFailedAt: null,
    ...clearFailedStatus(channel, unit.now),
    ...scheduleSync({ ...channel, authFailedAt: null }, unit.now),
  })
}

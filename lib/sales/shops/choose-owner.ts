import type { ChannelState } from '../../../schemas/sales/channel.ts'
import type { SyncSettings } from '../../../schemas/sales/channels/sync-settings.ts'
import { nameShopChannel } from '../../connectors/shop-channels/name-shop-channel.ts'
import type { Id } from '../../platform/id.ts'

/** One of our channels, as far as it decides which orders of its shop belong to it. */
export interface ChannelOfShop {
  id: Id
  code: string
  status: ChannelState
  /** The shop's own channel that the credentials select; null if they select none. */
  shopChannel: string | null
  connectorConfig: Readonly<Record<string, string>>
  syncSettings: Pick<SyncSettings, 'autoImportEnabled'>
}

const getShopChannel = ({ shopChannel, connectorConfig }: ChannelOfShop): string | null => {
  const { channel_code: code } = connectorConfig
  return shopChannel ?? (code ? nameShopChannel(code) : null)
}

const compareIds = (a: { id: Id }, b: { id: Id }) => (a.id < b.id ? -1 : 1)

/**
 * Returns the one of our channels to which an order of their shop belongs: the channel of the shop's channel in which it was
 * placed, else one that reads the whole shop. Of several, the oldest that imports orders by itself has it. Undefined if the
 * order was placed in a channel of the shop that none of ours reads.
 */
export const chooseOwner = <T extends ChannelOfShop>(all: readonly T[], placedIn: readonly string[]): T | undefined => {
  const connected = all.filter(({ status }) => status !== 'disconnected').sort(compareIds)
  const chooseAmong = (wanted: string | null) => {
    const found = connected.filter((channel) => getShopChannel(channel) === wanted)
    return found.find(({ syncSettings }) => syncSettings.autoImportEnabled) ?? found[0]
  }
  for (const place of placedIn) {
    const owner = chooseAmong(place)
    if (owner) return owner
  }
  // A shop without channels of its own has only the whole; whatever selects one of them is no choice there.
  return chooseAmong(null) ?? (placedIn.length ? undefined : connected[0])
}

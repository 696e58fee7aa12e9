import { findVariants } from '../../catalog/find-variants.ts'
import { getSettings } from '../../configuration/get-settings.ts'
import { readAvailableToPromise } from '../../inventory/read-available-to-promise.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings } from '../listings/listing-store.ts'
import { findLevels, type Level } from './level-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Variants of a channel to read the quantities of. */
interface LevelRequest {
  tenant: Id
  channel: StoredChannel
  ids: readonly Id[]
}

/** Builds the level to send, under the backorder policy of the channel or the tenant. */
const buildLevel = (available: number, backorders: Level['backorders'], readAt: Date): Level => ({
  quantity: backorders === 'deny' ? Math.max(0, available) : available,
  backorders,
  readAt: readAt.toISOString(),
})

const isPolicy = (text: string | undefined): text is Level['backorders'] => text === 'deny' || text === 'allow'

const readLevels = async ({ db, clock }: Using, { tenant, channel, ids }: LevelRequest) => {
  const readAt = clock()
  const settings = await getSettings({ db }, tenant, ['warehousing.backorderPolicy', 'warehousing.safetyStock'])
  const own = channel.connectorConfig.backorder_policy
  const backorders = isPolicy(own) ? own : settings['warehousing.backorderPolicy']
  const safetyStock = settings['warehousing.safetyStock']
  const available = await readAvailableToPromise(db, tenant, ids, { safetyStock })
  return (id: Id, confirmed: Level | undefined): Level | undefined => {
    // Without a stock item the shop keeps its own quantity, unless it has one that was published to it.
    const quantity = available.get(id) ?? (confirmed?.quantity ? 0 : undefined)
    return quantity === undefined ? undefined : buildLevel(quantity, backorders, readAt)
  }
}

const isSame = (a: Level | undefined, b: Level) => a?.quantity === b.quantity && a.backorders === b.backorders

interface Known {
  variantId: Id
  sku: string | null
  externalId: string | null
  /** The level that the shop confirmed last. */
  confirmed: Level | undefined
}

/** Plan of a variant's stock level. `gone`: the channel does not show the variant, or the shop does not have it. */
export type PlannedLevel = Known &
  (
    | { is: 'gone' }
    | { is: 'untracked' }
    | { is: 'unchanged'; listing: StoredListing; externalId: string; level: Level }
    | { is: 'pending'; listing: StoredListing; externalId: string; level: Level }
  )

/** Compares the available quantities with those that the shop confirmed, in the order of `ids`. */
export const planLevels = async (app: Using, request: LevelRequest): Promise<PlannedLevel[]> => {
  const { db } = app
  const { tenant, channel, ids } = request
  const [found, known] = await Promise.all([findVariants(db, tenant, ids), findListings(db, tenant, channel.id, ids)])
  const listingIds = [...known.values()].map(({ id }) => id)
  const [getLevel, levels] = await Promise.all([readLevels(app, request), findLevels(db, tenant, listingIds)])
  return ids.map((variantId): PlannedLevel => {
    const [stored, listing] = [found.get(variantId), known.get(variantId)]
    const { externalVariantId = null } = listing ?? {}
    const confirmed = listing && levels.get(listing.id)
    const common = { variantId, sku: stored?.variant.sku ?? null, externalId: externalVariantId, confirmed }
    if (!stored || !listing?.shownIn || externalVariantId === null) return { ...common, is: 'gone' }
    const level = getLevel(variantId, confirmed)
    if (!level) return { ...common, is: 'untracked' }
    const is = isSame(confirmed, level) ? 'unchanged' : 'pending'
    return { ...common, is, listing, externalId: externalVariantId, level }
  })
}

import { findVariants } from '../../catalog/find-variants.ts'
import { getSettings } from '../../configuration/setting-of.ts'
import { readAvailableToPromise } from '../../inventory/available.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings } from '../listings/listing-store.ts'
import { findLevels, type Level } from './level-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Variants of a channel whose quantities are wanted. */
interface Wanted {
  tenant: Id
  channel: StoredChannel
  ids: readonly Id[]
}

/** What a store is to be told, by the channel's backorder policy or the tenant's. */
const levelOf = (available: number, backorders: Level['backorders'], readAt: Date): Level => ({
  quantity: backorders === 'deny' ? Math.max(0, available) : available,
  backorders,
  readAt: readAt.toISOString(),
})

const isPolicy = (text: string | undefined): text is Level['backorders'] => text === 'deny' || text === 'allow'

const readLevels = async ({ db, clock }: Using, { tenant, channel, ids }: Wanted) => {
  const readAt = clock()
  const settings = await getSettings({ db }, tenant, ['warehousing.backorderPolicy', 'warehousing.safetyStock'])
  const own = channel.connectorConfig.backorder_policy
  const backorders = isPolicy(own) ? own : settings['warehousing.backorderPolicy']
  const safetyStock = settings['warehousing.safetyStock']
  const available = await readAvailableToPromise(db, tenant, ids, { safetyStock })
  return (id: Id, confirmed: Level | undefined): Level | undefined => {
    // Without a stock item the quantity is the store's own, unless it is one that the platform told it before.
    const quantity = available.get(id) ?? (confirmed?.quantity ? 0 : undefined)
    return quantity === undefined ? undefined : levelOf(quantity, backorders, readAt)
  }
}

const isSame = (a: Level | undefined, b: Level) => a?.quantity === b.quantity && a.backorders === b.backorders

interface Known {
  variantId: Id
  sku: string | null
  externalId: string | null
  /** What the store confirmed last. */
  confirmed: Level | undefined
}

/** What a publish of stock does with a variant. `gone`: the channel does not show it, or the store does not have it. */
export type PlannedLevel = Known &
  (
    | { is: 'gone' }
    | { is: 'untracked' }
    | { is: 'unchanged'; listing: StoredListing; externalId: string; level: Level }
    | { is: 'to send'; listing: StoredListing; externalId: string; level: Level }
  )

/** Compares the quantities that stock items come to with those that the store confirmed, in the order of `ids`. */
export const planLevels = async (app: Using, wanted: Wanted): Promise<PlannedLevel[]> => {
  const { db } = app
  const { tenant, channel, ids } = wanted
  const [found, standing] = await Promise.all([
    findVariants(db, tenant, ids),
    findListings(db, tenant, channel.id, ids),
  ])
  const known = [...standing.values()].map(({ id }) => id)
  const [levelNow, levels] = await Promise.all([readLevels(app, wanted), findLevels(db, tenant, known)])
  return ids.map((variantId): PlannedLevel => {
    const [of, listing] = [found.get(variantId), standing.get(variantId)]
    const { externalVariantId = null } = listing ?? {}
    const confirmed = listing && levels.get(listing.id)
    const common = { variantId, sku: of?.variant.sku ?? null, externalId: externalVariantId, confirmed }
    if (!of || !listing?.shownIn || externalVariantId === null) return { ...common, is: 'gone' }
    const level = levelNow(variantId, confirmed)
    if (!level) return { ...common, is: 'untracked' }
    const is = isSame(confirmed, level) ? 'unchanged' : 'to send'
    return { ...common, is, listing, externalId: externalVariantId, level }
  })
}

export const UNTRACKED = 'The variant has no stock item, so the store keeps the quantity that it has.'

import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import { STOCK_SETTINGS } from '../../inventory/stock-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { explainStop } from '../catalog-runs/catalog-run.ts'
import { findSlot } from '../catalog-runs/catalog-run-store.ts'
import { requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel, listAllChannels } from '../channels/channel-store.ts'
import { planLevels } from '../stock-levels/plan-levels.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Tells whether stock is published to the channel by itself: only where somebody has published it before. */
const isFollowed = async ({ db }: Using, tenant: Id, channel: StoredChannel, isClosed: boolean): Promise<boolean> => {
  if (explainStop(channel, isClosed) || !getConnector(channel.type).inventory) return false
  return (await findSlot(db, tenant, channel.id, 'inventory_push')) !== undefined
}

/** Requests a run of the channel for those of the variants whose quantity differs from what its shop confirmed. */
const publishToChannel = async (
  app: Using,
  tenant: Id,
  channel: StoredChannel,
  variantIds: readonly Id[],
): Promise<boolean> => {
  const { planned } = await planLevels(app, { tenant, channel, ids: variantIds })
  const only = planned.filter(({ is }) => is === 'pending' || is === 'withdrawn').map(({ variantId }) => variantId)
  if (!only.length) return false
  return await runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const current = await findChannel(app.db, tenant, channel.id)
    if (!current || explainStop(current, false)) return false
    await requestRun(app.db, unit, current, 'inventory_push', { force: false, only: only.sort() })
    return true
  })
}

/**
 * Publishes the stock of variants to every channel that has published stock before, as far as it differs there; at most
 * `MAX_NAMED_VARIANTS` at once. Returns the number of channels with a run.
 */
export const publishStockChanges = async (app: Using, tenant: Id, variantIds: readonly Id[]): Promise<number> => {
  if (!(await getSetting(app, tenant, STOCK_SETTINGS.followStock))) return 0
  const isClosed = !!(await findTenant(app.db, tenant))?.closedAt
  let runs = 0
  for (const channel of await listAllChannels(app.db, tenant))
    if (await isFollowed(app, tenant, channel, isClosed))
      runs += Number(await publishToChannel(app, tenant, channel, variantIds))
  return runs
}

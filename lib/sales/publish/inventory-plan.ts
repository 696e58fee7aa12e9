import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import { findChannel } from '../channels/channel-store.ts'
import { pageOfDrift } from '../listings/drift.ts'
import { type PlannedLevel, planLevels } from '../stock-levels/plan-levels.ts'
import { UNTRACKED } from './push-result.ts'

const NOT_IN_SHOP = 'The shop does not have the variant yet; publish the catalog first.'

const presentPlan = (planned: PlannedLevel | undefined) => {
  const confirmedQuantity = planned?.confirmed?.available ?? null
  const shown = {
    confirmedQuantity,
    withheldQuantity: planned?.confirmed?.withheld ?? 0,
    unreservedQuantity: planned && 'unreserved' in planned ? planned.unreserved : 0,
  }
  const skipped = { action: 'skipped', quantity: null, ...shown }
  if (!planned || planned.is === 'gone') return { ...skipped, reason: NOT_IN_SHOP }
  if (planned.is === 'untracked') return { ...skipped, reason: UNTRACKED }
  const action = planned.is === 'unchanged' ? 'unchanged' : 'update'
  return { action, quantity: planned.level.available, ...shown, reason: null }
}

/** Lists the planned stock level of each variant that the channel shows, newest listing first. */
export const pageOfInventoryPlan = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channelId: string,
  page: Page,
): Promise<Members<unknown>> => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  const { items, totalItems } = await pageOfDrift(app, tenant, channel.id, page)
  const ids = items.map(({ variantId }) => variantId)
  const { planned } = await planLevels(app, { tenant, channel, ids })
  const byVariant = new Map(planned.map((each) => [each.variantId, each]))
  return { items: items.map((row) => ({ ...row, ...presentPlan(byVariant.get(row.variantId)) })), totalItems }
}

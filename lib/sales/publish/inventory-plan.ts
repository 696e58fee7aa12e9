import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import { findChannel } from '../channels/channel-store.ts'
import { pageOfDrift } from '../listings/drift.ts'
import { type PlannedLevel, planLevels, UNTRACKED } from './plan-levels.ts'

const UNKNOWN_THERE = 'The store does not have the variant yet; publish the catalog first.'

const showPlanned = (planned: PlannedLevel | undefined) => {
  const confirmedQuantity = planned?.confirmed?.quantity ?? null
  const skipped = { action: 'skipped', quantity: null, confirmedQuantity }
  if (!planned || planned.is === 'gone') return { ...skipped, reason: UNKNOWN_THERE }
  if (planned.is === 'untracked') return { ...skipped, reason: UNTRACKED }
  const action = planned.is === 'unchanged' ? 'unchanged' : 'update'
  return { action, quantity: planned.level.quantity, confirmedQuantity, reason: null }
}

/** Lists what a publish of stock would do with each variant that the channel shows, newest listing first. */
export const pageOfInventoryPlan = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channelId: string,
  page: Page,
): Promise<Members<unknown>> => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  const { items, totalItems } = await pageOfDrift(app, tenant, channel.id, page)
  const ids = items.map(({ variantId }) => variantId)
  const planned = ids.length ? await planLevels(app, { tenant, channel, ids }) : []
  const byVariant = new Map(planned.map((each) => [each.variantId, each]))
  return { items: items.map((row) => ({ ...row, ...showPlanned(byVariant.get(row.variantId)) })), totalItems }
}

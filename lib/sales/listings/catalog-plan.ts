import { hash } from 'node:crypto'
import { findVariants } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { applyRecentChanges } from './apply-content-changes.ts'
import { findBaselines } from './baseline-store.ts'
import { withNames } from './drift.ts'
import { listPlanWarnings } from './list-plan-warnings.ts'
import { resolveListingContent, type StoredListing } from './listing.ts'
import { listings } from './listing-store.ts'

type Using = Pick<App, 'db' | 'clock'>

export type PlannedAction = 'create' | 'update' | 'refused' | 'conflicted'

/** Returns what a publish would do with a drifting listing. Refused content is not sent again until it changes. */
export const planListing = ({
  currentHash,
  refused,
  externalVariantId,
  shopState,
  isConflicted,
}: StoredListing): PlannedAction => {
  if (isConflicted) return 'conflicted'
  if (refused?.hash === currentHash) return 'refused'
  return externalVariantId && shopState !== 'missing' ? 'update' : 'create'
}

/** A plan of more listings has no hash. */
const MAX_PLANNED = 20_000
const PAGE_SIZE = 1000

const listDrifting = async (db: Table, tenant: Id, shownIn: Id, driftState: 'drifted' | 'never_pushed') => {
  const all: StoredListing[] = []
  let after: string | undefined
  while (all.length <= MAX_PLANNED) {
    const { items, cursors }: Awaited<ReturnType<typeof scanOldestFirst<StoredListing>>> = await scanOldestFirst(
      db,
      listings,
      tenant,
      {
        by: { shownIn },
        facets: { driftState },
        after,
        limit: PAGE_SIZE,
      },
    )
    all.push(...items)
    if (cursors.length < PAGE_SIZE) return all
    after = cursors.at(-1)
  }
  return all
}

/** Plans a publish of the channel, with a hash over the plan; null if the plan is too large. */
export const planChannel = async (app: Using, tenant: Id, channel: Pick<StoredChannel, 'id'>) => {
  await applyRecentChanges(app, tenant)
  const [drifted, never] = await Promise.all([
    listDrifting(app.db, tenant, channel.id, 'drifted'),
    listDrifting(app.db, tenant, channel.id, 'never_pushed'),
  ])
  const drifting = [...drifted, ...never]
  const isWhole = drifting.length <= MAX_PLANNED
  const states = drifting.map((each) => [each.id, each.currentHash, each.headHash, planListing(each)])
  return { drifting, planHash: isWhole ? hash('sha256', JSON.stringify([channel.id, ...states]), 'hex') : null }
}

const MAX_ROWS = 100

export const readCatalogPlan = async (app: Using, tenant: Id, channelId: string) => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  const { drifting, planHash } = await planChannel(app, tenant, channel)
  const count = (action: PlannedAction) => drifting.filter((each) => planListing(each) === action).length
  const shown = drifting.slice(0, MAX_ROWS)
  const [rows, variants, heads] = await Promise.all([
    withNames(app.db, tenant, shown),
    findVariants(
      app.db,
      tenant,
      shown.map(({ variantId }) => variantId),
    ),
    findBaselines(app.db, tenant, shown),
  ])
  const warn = (listing: StoredListing): string[] => {
    const found = variants.get(listing.variantId)
    if (!found) return []
    const content = resolveListingContent(channel, found.product, found.variant, listing.overrides)
    return listPlanWarnings(channel, { listing, content, head: heads.get(listing.id)?.content })
  }
  return {
    channelId: channel.id,
    planHash,
    createCount: count('create'),
    updateCount: count('update'),
    refusedCount: count('refused'),
    conflictedCount: count('conflicted'),
    items: rows.map((row) => ({ ...row, action: planListing(row), warnings: warn(row) })),
  }
}

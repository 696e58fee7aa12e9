import { randomUUID } from 'node:crypto'
import { findVariants } from '../../catalog/find-variants.ts'
import { announceReceipt } from '../../custodians/announce-receipt.ts'
import { CustodianError } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import { TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import { claim, LEASE, requireHeldBy } from '../../platform/store/table/lease.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { isAnnounceable, type StoredGoodsReceipt } from './goods-receipt.ts'
import { goodsReceipts } from './goods-receipt-store.ts'

// Lease of the call that announces a receipt:  T#<tenant>#receipt-announcement / <goods receipt>

interface Task {
  tenant: Id
  receiptId: Id
}

/** Longer than any call to a custodian lasts. */
const LEASE_MS = 120_000
const MIN_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 6 * 3_600_000
/** A receipt that could not be announced by then is left to people. */
const MAX_TRIED_MS = 3 * 86_400_000

/** The pause grows with the age of the receipt. Returns undefined once it is too old. */
const findRetryTime = ({ createdAt }: StoredGoodsReceipt, now: Date, retryAfterSeconds = 0): Date | undefined => {
  const age = now.getTime() - Date.parse(createdAt)
  if (age > MAX_TRIED_MS) return undefined
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, age))
  return new Date(now.getTime() + Math.max(pause, retryAfterSeconds * 1000))
}

const buildAnnouncement = async ({ db }: Pick<App, 'db'>, tenant: Id, receipt: StoredGoodsReceipt) => {
  const lines = receipt.lines.filter(({ expected }) => expected > 0)
  const variants = await findVariants(
    db,
    tenant,
    lines.map(({ variantId }) => variantId),
  )
  return {
    reference: `GR-${receipt.id}`,
    expectedAt: receipt.expectedAt ? `${receipt.expectedAt}T00:00:00.000Z` : receipt.createdAt,
    lines: lines.flatMap(({ variantId, expected }) => {
      const { variant } = variants.get(variantId) ?? {}
      return variant ? [{ sku: variant.sku, name: variant.name, quantity: expected }] : []
    }),
  }
}

const record = (
  app: App,
  { tenant, receiptId }: Task,
  fields: Pick<StoredGoodsReceipt, 'remoteId' | 'announcementError'>,
  now: Date,
) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const receipt = await unit.load(goodsReceipts, receiptId)
    const isSame = receipt.remoteId === fields.remoteId && receipt.announcementError === fields.announcementError
    if (!receipt.remoteId && !isSame) unit.update(goodsReceipts, receipt, fields)
  })

const announce = async (
  app: App,
  task: Task,
  receipt: StoredGoodsReceipt,
  custodian: StoredCustodian,
  now: Date,
): Promise<Date | undefined> => {
  try {
    if (custodian.status !== 'active')
      throw new CustodianError('UNAVAILABLE', `${custodian.name} is ${custodian.status}.`)
    const announcement = await buildAnnouncement(app, task.tenant, receipt)
    if (!announcement.lines.length) return undefined
    const remoteId = await announceReceipt(app, task.tenant, custodian, announcement)
    if (remoteId !== null) await record(app, task, { remoteId, announcementError: null }, now)
    return undefined
  } catch (error) {
    if (!(error instanceof CustodianError)) throw error
    await record(app, task, { remoteId: null, announcementError: error.message }, now)
    return findRetryTime(receipt, now, error.retryAfterSeconds)
  }
}

/**
 * Tells the system of a custodian about goods that will arrive. The custodian knows the reference of the receipt, so a
 * worker that died after the call announces nothing twice.
 */
export const announceToCustodian = async (app: App, task: Task, now: Date): Promise<void> => {
  const { tenant, receiptId } = task
  const by = randomUUID()
  const key = { pk: partition(tenant, 'receipt-announcement'), sk: receiptId }
  const until = new Date(now.getTime() + LEASE_MS)
  const kind = { set: '#kind = :kind', values: { ':kind': 'receipt-announcement' } }
  if (!(await claim(app.db, LEASE, key, { by, now, until }, kind))) throw new TaskPostponed(until)
  const receipt = await find(app.db, goodsReceipts, tenant, receiptId)
  const custodian = receipt && (await readCustodian(app.db, tenant, receipt.custodianId))
  const retryAt = custodian && isAnnounceable(receipt) ? await announce(app, task, receipt, custodian, now) : undefined
  await app.db.transact([{ delete: key, ...requireHeldBy(LEASE, by) }])
  if (retryAt) throw new TaskPostponed(retryAt)
}

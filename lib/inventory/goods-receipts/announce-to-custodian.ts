import { findVariants } from '../../catalog/find-variants.ts'
import { announceReceipt } from '../../custodians/announce-receipt.ts'
import { CustodianError } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import { computeRetryTimeByAge } from '../../platform/back-off/compute-retry-time.ts'
import { createOwnLease } from '../../platform/effects/own-lease.ts'
import { type Effect, NOTHING_DUE, runEffect } from '../../platform/effects/run-effect.ts'
import { addUnderLease } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { isAnnounceable, type StoredGoodsReceipt } from './goods-receipt.ts'
import { goodsReceipts } from './goods-receipt-store.ts'

// Lease of the call that announces a receipt:  T#<tenant>#receipt-announcement / <goods receipt>

interface Task {
  tenant: Id
  receiptId: Id
}

/** A receipt that is to be announced, by its id. */
interface Subject {
  tenant: Id
  id: Id
  custodian: StoredCustodian
}

const BACK_OFF = { firstMs: 60_000, maxMs: 6 * 3_600_000 }
/** A receipt that could not be announced by then is left to people. */
const MAX_TRIED_MS = 3 * 86_400_000

/** Returns when the receipt is announced again; undefined once it is too old. */
const findRetryTime = ({ createdAt }: StoredGoodsReceipt, now: Date, retryAfterSeconds?: number): Date | undefined => {
  const since = new Date(createdAt)
  if (now.getTime() - since.getTime() > MAX_TRIED_MS) return undefined
  return computeRetryTimeByAge(now, since, BACK_OFF, retryAfterSeconds)
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

const lease = createOwnLease<Subject>('receipt-announcement', ({ tenant, id }) => ({ tenant, id }))

const announcing: Effect<Subject, object, string | null, CustodianError> = {
  lease,
  async prepare({ app, subject: { tenant, id, custodian } }) {
    // Another worker may have announced it until this one got the lease.
    const receipt = await find(app.db, goodsReceipts, tenant, id)
    if (!receipt || !isAnnounceable(receipt)) return NOTHING_DUE
    if (custodian.status !== 'active')
      throw new CustodianError('UNAVAILABLE', `${custodian.name} is ${custodian.status}.`)
    const announcement = await buildAnnouncement(app, tenant, receipt)
    if (!announcement.lines.length) return NOTHING_DUE
    // The custodian knows the reference of the receipt, so the same is announced once however often it is called.
    return { intent: undefined, make: () => announceReceipt(app, tenant, custodian, announcement) }
  },
  isFailure: (error) => error instanceof CustodianError,
  async settle(unit, { subject, by }, outcome) {
    const receipt = await unit.load(goodsReceipts, subject.id)
    const hasFailed = 'error' in outcome
    const remoteId = hasFailed ? null : outcome.answer
    const announcementError = hasFailed ? outcome.error.message : null
    const isNews = remoteId !== receipt.remoteId || announcementError !== receipt.announcementError
    if (!receipt.remoteId && (hasFailed || remoteId !== null) && isNews)
      unit.update(goodsReceipts, receipt, { remoteId, announcementError })
    addUnderLease(unit, lease.release(subject, by))
    return hasFailed ? findRetryTime(receipt, unit.now, outcome.error.retryAfterSeconds) : undefined
  },
}

/** Tells the system of a custodian about goods that will arrive. */
export const announceToCustodian = async (app: App, { tenant, receiptId: id }: Task, now: Date): Promise<void> => {
  const receipt = await find(app.db, goodsReceipts, tenant, id)
  const custodian = receipt && (await readCustodian(app.db, tenant, receipt.custodianId))
  if (custodian && isAnnounceable(receipt)) await runEffect(app, announcing, { tenant, id, custodian }, now)
}

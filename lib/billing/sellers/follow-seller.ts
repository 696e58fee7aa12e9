import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { orderUri, type StoredOrder } from '../../sales/orders/order.ts'
import { addOrderCharge } from '../charges/add-order-charge.ts'
import { addElsewhere } from './add-elsewhere.ts'
import { computeOwed, type Owed } from './compute-owed.ts'
import { computeEarnedAt } from './measure-earned.ts'
import {
  type Charged,
  NO_PROGRESS,
  type Progress,
  type SellerTerms,
  type StoredSellerAccount,
} from './seller-account.ts'
import { findSellerAccount, sellerAccounts } from './seller-account-store.ts'
import { getSellerCurrency } from './to-seller-money.ts'

/** An order with a seller. */
type SoldOrder = StoredOrder & { sellerId: Id; sellerTerms: SellerTerms }

const isSold = (order: StoredOrder): order is SoldOrder => order.sellerId !== null && order.sellerTerms !== null

type Stated = Pick<StoredSellerAccount, 'currency' | 'charged' | 'createdAt'> & Progress

const sumPieces = (pieces: Readonly<Record<string, number>>) =>
  Object.values(pieces).reduce((sum, each) => sum + each, 0)

const explainChange = (order: StoredOrder, before: Stated, after: Progress): string => {
  if (order.status === 'held') return ' waits for its shop'
  if (order.status !== 'accepted') return ' was cancelled'
  if (sumPieces(after.cancelled) > sumPieces(before.cancelled)) return ': pieces were cancelled'
  return after.supplies.length > before.supplies.length ? ', further pieces' : ' was changed'
}

/** Returns when something that was not charged before happened, or now if nobody knows. */
const findMoment = (order: SoldOrder, owed: Owed, isMore: boolean, after: Stated, unit: Unit, zone: string): Date => {
  const { earnsWhen } = order.sellerTerms
  if (owed.kind === 'refund' && owed.at) return clamp(new Date(owed.at), new Date(after.createdAt), unit.now)
  if (owed.kind !== 'order' || !isMore || earnsWhen === 'accepted') return unit.now
  const moments = after.supplies.map((each) => computeEarnedAt(each, order.sellerTerms, zone))
  const last = Math.max(...moments.filter((at) => at <= unit.now).map((at) => at.getTime()))
  return Number.isFinite(last) ? new Date(last) : unit.now
}

const clamp = (at: Date, first: Date, last: Date): Date => (at < first ? first : at > last ? last : at)

const NOTHING: Charged = { sales: 0, commission: 0 }

const addUp = (charged: StoredSellerAccount['charged'], keys: readonly string[]): Charged =>
  keys.reduce(
    (sum, key) => ({
      sales: sum.sales + (charged[key]?.sales ?? 0),
      commission: sum.commission + (charged[key]?.commission ?? 0),
    }),
    NOTHING,
  )

interface Difference {
  chargeType: string
  description: string
  amount: number
  at: Date
}

/** A transaction has no room for each of many refunds that a shop tells at once. */
const MAX_DIFFERENCES = 4

const WORDS: Record<string, string> = { order: 'Order', refund: 'Refunds, order', commission: 'Commission, order' }

/** Adds up differences of one type, if there are many. */
const mergeDifferences = (all: readonly Difference[], number: string): readonly Difference[] => {
  const some = all.filter(({ amount }) => amount)
  if (some.length <= MAX_DIFFERENCES) return some
  return [...Map.groupBy(some, ({ chargeType }) => chargeType)].map(([chargeType, own]) => ({
    chargeType,
    description: own.length > 1 ? `${WORDS[chargeType]} ${number}` : (own[0]?.description ?? ''),
    amount: sumAmounts(own.map(({ amount }) => amount)),
    at: new Date(Math.max(...own.map(({ at }) => at.getTime()))),
  }))
}

const addDifferences = (
  unit: Unit,
  { id, number, sellerId }: SoldOrder,
  currency: string,
  all: readonly Difference[],
  zone: string,
): void => {
  for (const { at, ...difference } of mergeDifferences(all, number))
    addOrderCharge(unit, {
      ...{ partnerId: sellerId, currency, ...difference, subject: orderUri(id) },
      ...{ occurredAt: at, occurredOn: toLocalDay(zone, at) },
    })
}

const describeDifference = ({ kind, name }: Owed, { number }: SoldOrder, change: string): string =>
  kind === 'refund' ? `Refund ${name}, order ${number}` : `Order ${number}${change}`

/** Lists what was charged for refunds that the shop does not tell any more. */
const listGone = (charged: StoredSellerAccount['charged'], owed: readonly Owed[]): Owed[] => {
  const known = new Set(owed.flatMap(({ keys }) => keys))
  return Object.keys(charged)
    .filter((key) => !known.has(key))
    .map((key) => ({ ...NOTHING, keys: [key], kind: 'refund', name: key.slice(key.indexOf(':') + 1), at: null }))
}

/** Charges the difference between what is owed and what was charged, and returns what is charged then. */
const chargeDifferences = (
  unit: Unit,
  order: SoldOrder,
  before: Stated,
  after: Stated,
  zone: string,
): StoredSellerAccount['charged'] => {
  const { charged } = before
  const owed = computeOwed(order, after, order.sellerTerms, { charged, now: unit.now, zone })
  const next: Record<string, Charged> = { ...charged }
  const differences = [...owed, ...listGone(charged, owed)].flatMap((one): Difference[] => {
    const had = addUp(charged, one.keys)
    const [sales, commission] = [one.sales - had.sales, one.commission - had.commission]
    const key = one.keys.find((each) => charged[each]) ?? one.keys[0]
    const own = charged[key]
    if (sales || commission)
      next[key] = { sales: (own?.sales ?? 0) + sales, commission: (own?.commission ?? 0) + commission }
    const change = !own && one.kind === 'order' ? '' : explainChange(order, before, after)
    const at = findMoment(order, one, sales > 0, after, unit, zone)
    const description = describeDifference(one, order, change)
    const words = commission > 0 ? 'Commission given back' : 'Commission'
    return [
      { chargeType: one.kind === 'refund' ? 'refund' : 'order', description, amount: sales, at },
      { chargeType: 'commission', description: `${words}, order ${order.number}`, amount: commission, at },
    ]
  })
  addDifferences(unit, order, after.currency, differences, zone)
  return next
}

/** Takes back all that was charged in a currency that the order no longer has. */
const endCurrency = (unit: Unit, order: SoldOrder, { charged, currency }: Stated, zone: string): void => {
  const all = addUp(charged, Object.keys(charged))
  const description = `Order ${order.number} was changed`
  const differences = [
    { chargeType: 'order', description, amount: -all.sales, at: unit.now },
    { chargeType: 'commission', description, amount: -all.commission, at: unit.now },
  ]
  addDifferences(unit, order, currency, differences, zone)
}

const scheduleNext = (order: SoldOrder, { supplies }: Progress, now: Date, zone: string) => {
  const moments = supplies.map((each) => computeEarnedAt(each, order.sellerTerms, zone))
  const next = moments.filter((at) => at > now).sort((a, b) => a.getTime() - b.getTime())[0]
  return next ? { duePk: getDuePartition('seller-account', order.id), dueSk: next.toISOString() } : NOT_DUE
}

/**
 * Charges what is owed to the seller of an order by now beyond what was charged before, or takes it back. The account of the
 * order changes in the same transaction, so each is done once; `progress` is what has changed about it. The unit fails if the
 * account changed meanwhile, and has changed the order or requires that it did not change.
 */
export const followSeller = async (
  db: Table,
  unit: Unit,
  order: StoredOrder,
  { zone, isNew = false, progress = {} }: { zone: string; isNew?: boolean; progress?: Partial<Progress> },
): Promise<void> => {
  if (!isSold(order)) return
  const stored = isNew ? undefined : await findSellerAccount(db, unit.tenant, order.id)
  const currency = getSellerCurrency(order, order.sellerTerms)
  const known: Stated = stored ?? { ...NO_PROGRESS, currency, charged: {}, createdAt: unit.now.toISOString() }
  const isOther = known.currency !== currency
  if (isOther) endCurrency(unit, order, known, zone)
  const before = isOther ? { ...known, currency, charged: {} } : known
  const { earnsWhen } = order.sellerTerms
  const merged: Stated = { ...before, ...progress }
  const supplies = earnsWhen === 'accepted' ? [] : addElsewhere(order, merged, unit.now)
  const after: Stated = {
    ...merged,
    supplies,
    returns: merged.returns.filter((each) => each.currency === order.currency),
  }
  const charged = chargeDifferences(unit, order, before, after, zone)
  const fields = {
    currency,
    charged,
    hasLeft: after.hasLeft,
    cancelled: after.cancelled,
    supplies,
    returns: merged.returns,
  }
  const due = scheduleNext(order, after, unit.now, zone)
  if (!stored) unit.create(sellerAccounts, { id: order.id, ...fields, ...due }, 'stale')
  else if (hasChanged(stored, { ...fields, ...due })) unit.update(sellerAccounts, stored, { ...fields, ...due })
  else unit.require(sellerAccounts, stored)
}

const hasChanged = (stored: StoredSellerAccount, fields: Partial<StoredSellerAccount>): boolean =>
  Object.entries(fields).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof StoredSellerAccount]),
  )

import type { App } from '../../platform/app/app.ts'
import { getNextId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { postToLedger } from '../ledger/post-to-ledger.ts'
import { billUri, type StoredBill } from './bill.ts'

type Using = Pick<App, 'db'>
type Entry = Pick<Parameters<typeof postToLedger>[2], 'id' | 'kind' | 'issuedAt' | 'dueAt' | 'amount' | 'agedFrom'>

/** Posts an entry of a bill, whose partner has an account in its currency since the bill was recorded. */
const postEntry = async (
  app: Using,
  unit: Unit,
  { id, partnerId, currency, billNumber }: StoredBill,
  zone: string,
  entry: Entry,
): Promise<void> => {
  if (entry.amount === 0) return
  const about = { partnerId, currency, recordId: id, ref: billUri(id), number: billNumber }
  await postToLedger(app, unit, { ...about, zone, isOpened: true, ...entry })
}

/** Returns the time of a later entry about the bill: now, or its date of issue if that is still ahead. */
const getTimeOfCorrection = (unit: Unit, { issuedAt }: StoredBill): string => {
  const now = unit.now.toISOString()
  return now < issuedAt ? issuedAt : now
}

/** Posts what a change of a bill means for the amount owed. The entries of the past stay as they are. */
export const postBillCorrection = async (
  app: Using,
  unit: Unit,
  { before, after }: { before: StoredBill; after: StoredBill },
  zone: string,
): Promise<void> => {
  const issuedAt = getTimeOfCorrection(unit, before)
  const first = unit.newId()
  const post = (amount: number, dueAt: string, id = first) =>
    postEntry(app, unit, after, zone, { id, kind: 'bill', issuedAt, dueAt, amount })
  if (before.dueAt === after.dueAt) return await post(after.totalAmount - before.totalAmount, after.dueAt)
  // The amount ages from another day, so the whole of it moves there.
  await post(-before.totalAmount, before.dueAt)
  await post(after.totalAmount, after.dueAt, getNextId(first))
}

export const postBillCancellation = (app: Using, unit: Unit, bill: StoredBill, zone: string): Promise<void> =>
  postEntry(app, unit, bill, zone, {
    kind: 'bill',
    issuedAt: getTimeOfCorrection(unit, bill),
    dueAt: bill.dueAt,
    amount: -bill.totalAmount,
  })

export const postBillPayment = (app: Using, unit: Unit, bill: StoredBill, zone: string): Promise<void> =>
  postEntry(app, unit, bill, zone, {
    kind: 'outgoing_payment',
    issuedAt: unit.now.toISOString(),
    dueAt: null,
    agedFrom: bill.dueAt,
    amount: -bill.totalAmount,
  })

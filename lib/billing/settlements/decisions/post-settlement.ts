import type { App } from '../../../platform/app/app.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { postToLedger } from '../../ledger/post-to-ledger.ts'
import { type StoredSettlement, settlementUri } from '../settlement.ts'

type PostedSettlement = Pick<
  StoredSettlement,
  'id' | 'partnerId' | 'currency' | 'settlementNumber' | 'totalAmount' | 'carries'
>

interface PostingTime {
  /** Time of the entry. */
  at: string
  /** Time of the approval, from which the amount ages. */
  approvedAt: string
  zone: string
}

type Entry = Pick<Parameters<typeof postToLedger>[2], 'kind' | 'recordId' | 'ref' | 'number' | 'amount' | 'agedFrom'>

const postEntry = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  { partnerId, currency }: PostedSettlement,
  { at, zone }: PostingTime,
  entry: Entry,
): Promise<void> => {
  if (entry.amount === 0) return
  const dueAt = entry.kind === 'outgoing_payment' ? null : at
  await postToLedger(app, unit, { partnerId, currency, issuedAt: at, dueAt, zone, ...entry })
}

/**
 * Posts the total of a settlement, or reverses it. An amount carried forward was posted with its own settlement and is now
 * part of this total, so it is posted with the opposite sign.
 */
export const postSettlement = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  settlement: PostedSettlement,
  moment: PostingTime,
  sign: 1 | -1,
): Promise<void> => {
  const { id, settlementNumber: number, totalAmount, carries } = settlement
  const parts = [
    { id, number, amount: sign * totalAmount, agedFrom: moment.approvedAt },
    ...carries.map(({ approvedAt, amount, ...each }) => ({ ...each, amount: -sign * amount, agedFrom: approvedAt })),
  ]
  for (const { id: recordId, ...part } of parts)
    await postEntry(app, unit, settlement, moment, {
      kind: 'settlement',
      recordId,
      ref: settlementUri(recordId),
      ...part,
    })
}

export const postPayment = (
  app: Pick<App, 'db'>,
  unit: Unit,
  settlement: PostedSettlement,
  moment: PostingTime,
): Promise<void> =>
  postEntry(app, unit, settlement, moment, {
    kind: 'outgoing_payment',
    recordId: settlement.id,
    ref: settlementUri(settlement.id),
    number: settlement.settlementNumber,
    amount: -settlement.totalAmount,
    agedFrom: moment.approvedAt,
  })

import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { postToLedger } from '../ledger/ledger.ts'
import { type StoredSettlement, settlementUri } from './settlement.ts'

type Posted = Pick<StoredSettlement, 'id' | 'partnerId' | 'currency' | 'settlementNumber' | 'totalAmount' | 'carries'>

interface At {
  /** When what is posted happens. */
  at: string
  /** When the settlement was approved; from then on its amount is owed. */
  approvedAt: string
  zone: string
}

type Entry = Pick<Parameters<typeof postToLedger>[2], 'kind' | 'recordId' | 'ref' | 'number' | 'amount' | 'agedFrom'>

const enter = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  { partnerId, currency }: Posted,
  { at, zone }: At,
  entry: Entry,
): Promise<void> => {
  if (entry.amount === 0) return
  const dueAt = entry.kind === 'outgoing_payment' ? null : at
  await postToLedger(app, unit, { partnerId, currency, issuedAt: at, dueAt, zone, ...entry })
}

/**
 * Posts what a settlement makes owed to the partner, or takes it back. What it carries forward was posted with the
 * settlement that it comes from; since it is part of this one's total now, it is taken out there.
 */
export const postSettlement = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  settlement: Posted,
  moment: At,
  sign: 1 | -1,
): Promise<void> => {
  const { id, settlementNumber: number, totalAmount, carries } = settlement
  const parts = [
    { id, number, amount: sign * totalAmount, agedFrom: moment.approvedAt },
    ...carries.map(({ approvedAt, amount, ...each }) => ({ ...each, amount: -sign * amount, agedFrom: approvedAt })),
  ]
  for (const { id: recordId, ...part } of parts)
    await enter(app, unit, settlement, moment, { kind: 'settlement', recordId, ref: settlementUri(recordId), ...part })
}

export const postPayment = (app: Pick<App, 'db'>, unit: Unit, settlement: Posted, moment: At): Promise<void> =>
  enter(app, unit, settlement, moment, {
    kind: 'outgoing_payment',
    recordId: settlement.id,
    ref: settlementUri(settlement.id),
    number: settlement.settlementNumber,
    amount: -settlement.totalAmount,
    agedFrom: moment.approvedAt,
  })

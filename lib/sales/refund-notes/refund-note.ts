import { createHash } from 'node:crypto'
import type { OrderNote } from '../../connectors/fulfilments/order-note.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { StoredRun } from '../runs/stored-run.ts'

/** Facts of a resolved return that the shop's staff has to know. */
export interface Refund {
  returnNumber: string
  /** Null until the credit note is issued, or if there is none. */
  creditNoteNumber: string | null
  /** In minor units of the currency; null if nobody has named an amount. */
  amount: number | null
  currency: string | null
}

/** Reads the refund of a return, which other modules know; undefined if there is none. */
export type ReadRefund = (app: Pick<App, 'db'>, tenant: Id, returnId: Id) => Promise<Refund | undefined>

/** The state of the note of one return in a shop. */
export interface StoredRefundNote {
  status: 'waiting' | 'held' | 'written' | 'failed'
  /** The shop's ids of the note. */
  externalIds: readonly string[]
  /** Attempts in a row that failed. */
  tries: number
  nextAttemptAt: string | null
  /** Digest of the note that was settled last; the same is not written again. */
  settled: string | null
  /** The open run of the note. */
  runId: Id | null
}

export const NEW_REFUND_NOTE: StoredRefundNote = {
  status: 'waiting',
  externalIds: [],
  tries: 0,
  nextAttemptAt: null,
  settled: null,
  runId: null,
}

/** The run of the note of one return. */
export interface RefundNoteRun extends StoredRun {
  orderId: Id
  returnId: Id
}

export const REFUND_NOTE_RUN = 'refund_notes'

export const isRefundNoteRun = (run: StoredRun): run is RefundNoteRun => run.type === REFUND_NOTE_RUN

const NO_MONEY = 'No money was moved in this shop.'

/** Builds the note; every platform shows it to the staff only. */
export const buildRefundNote = (returnId: Id, refund: Refund): OrderNote => {
  const { returnNumber, creditNoteNumber, amount, currency } = refund
  const facts = [
    `Refund of return ${returnNumber}`,
    ...(amount !== null && currency !== null ? [`${formatDecimal(amount, currency)} ${currency}`] : []),
    ...(creditNoteNumber === null ? [] : [`credit note ${creditNoteNumber}`]),
  ]
  return { mark: returnId, title: `Return ${returnNumber}`, text: `${facts.join(', ')}. ${NO_MONEY}` }
}

export const digestNote = ({ title, text }: OrderNote): string =>
  createHash('sha256')
    .update(JSON.stringify([title, text]))
    .digest('base64url')

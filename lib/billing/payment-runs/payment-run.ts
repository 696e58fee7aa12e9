import type { PaymentRunState, RunItemState } from '../../../schemas/billing/payments/payment-run.ts'
import type { BankAccount } from '../../partner/bank-account.ts'
import type { Id } from '../../platform/id.ts'
import { type Moves, move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'

/** The only currency of SEPA credit transfers. */
export const RUN_CURRENCY = 'EUR'

/** A bill or settlement that a run can pay. */
export interface PayableRef {
  kind: 'bill' | 'settlement'
  id: Id
}

export interface Payee extends BankAccount {
  accountHolder: string
  street: string | null
  postalCode: string | null
  city: string
  countryCode: string
}

/** One payment. The payee is a copy, so that a later change of the partner does not change what the bank got. */
export interface StoredRunItem extends Stored {
  runId: Id
  recordKind: PayableRef['kind']
  recordId: Id
  number: string
  partnerId: Id
  partnerName: string
  amount: number
  payee: Payee
  status: RunItemState
  rejectionReason: string | null
  decidedAt: string | null
}

/** A decision about items: some by id, or all of the run from a cursor on. */
export interface Decision {
  action: 'confirm' | 'reject' | 'remove' | 'free'
  itemIds: Id[] | null
  after: string | null
  by: Id | null
  /** The payment reference or the reason for a rejection. */
  text: string | null
}

/** Rest of a step that does not fit one transaction. */
export type RunWork = { action: 'collect'; left: PayableRef[] } | Decision

export interface LeftOut {
  subject: string
  reason: string
}

export interface RunCounts {
  itemCount: number
  totalAmount: number
  pendingCount: number
  paidCount: number
  rejectedCount: number
}

export interface StoredPaymentRun extends Stored, RunCounts {
  status: PaymentRunState
  currency: string
  executionDate: string
  debtorAccount: BankAccount & { accountHolder: string }
  /** Identities that created the run, or recorded or approved what it pays. */
  involved: (Id | null)[]
  work: RunWork | null
  leftOutCount: number
  leftOut: LeftOut[]
  createdBy: Id | null
  createdByType: RequestSource['actorType'] | null
  submittedBy: Id | null
  submittedByType: RequestSource['actorType'] | null
  submittedAt: string | null
  completedAt: string | null
  cancelledBy: Id | null
  cancelledByType: RequestSource['actorType'] | null
  cancelledAt: string | null
}

/** A run after a change, with the items that the change wrote. */
export interface ChangedRun {
  run: StoredPaymentRun
  items: StoredRunItem[]
}

export const PAYMENT_RUN_MOVES = {
  submit: { from: ['draft'], to: 'submitted' },
  complete: { from: ['submitted'], to: 'completed' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Moves<PaymentRunState, string>

export const movePaymentRun = (
  { status }: Pick<StoredPaymentRun, 'status'>,
  action: keyof typeof PAYMENT_RUN_MOVES,
): PaymentRunState => move(PAYMENT_RUN_MOVES, 'payment run', status, action)

export const RUN_ITEM_MOVES = {
  pay: { from: ['pending'], to: 'paid' },
  reject: { from: ['pending'], to: 'rejected' },
  remove: { from: ['pending'], to: 'removed' },
} as const satisfies Moves<RunItemState, string>

const MOVE_OF = { confirm: 'pay', reject: 'reject', remove: 'remove', free: 'remove' } as const

/** Returns the state of an item after the decision. */
export const moveItem = ({ status }: Pick<StoredRunItem, 'status'>, action: Decision['action']): RunItemState =>
  move(RUN_ITEM_MOVES, 'item', status, MOVE_OF[action])

/** Throws while items are being added or decided, so that nobody decides on what still changes. */
export const checkIdle = ({ work }: StoredPaymentRun): void => {
  if (work)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'Items of the payment run are still being processed. Try again in a moment.',
    )
}

/** Throws unless the run is submitted: a file that exists is a payment that can happen, so a draft has none. */
export const checkHasFile = ({ status }: StoredPaymentRun): void => {
  if (status !== 'submitted' && status !== 'completed')
    throw new Problem('OPERATION_NOT_ALLOWED', `The payment run is ${status}. Only a submitted one has a file.`)
}

/** Returns the counts after items were decided. */
export const countDecided = (
  before: RunCounts,
  action: Decision['action'],
  items: readonly Pick<StoredRunItem, 'amount'>[],
): RunCounts => {
  const number = items.length
  const removed = action === 'remove' || action === 'free' ? items : []
  return {
    itemCount: before.itemCount - removed.length,
    totalAmount: removed.reduce((sum, { amount }) => sum - amount, before.totalAmount),
    pendingCount: before.pendingCount - number,
    paidCount: before.paidCount + (action === 'confirm' ? number : 0),
    rejectedCount: before.rejectedCount + (action === 'reject' ? number : 0),
  }
}

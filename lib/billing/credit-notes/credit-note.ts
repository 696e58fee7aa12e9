import type { CreditNoteState } from '../../../schemas/billing/credit-note.ts'
import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { TimelineRule } from '../../platform/store/entities/timeline.ts'
import type { LineTax } from '../tax.ts'

export interface CreditLine extends LineTax {
  id: Id
  description: string
  quantity: number
  unitPrice: number
  amount: number
  originalLineItemId: Id | null
  taxAmount: number
}

export interface CreditedReturn {
  orderId: Id
  returnId: Id
}

export interface StoredCreditNote extends Stored {
  invoiceId: Id
  invoiceNumber: string | null
  partnerId: Id
  partnerName: string
  currencyCode: string
  status: CreditNoteState
  reason: string
  creditNoteNumber: string | null
  /** True if unit prices contain tax, as those of the invoice do. */
  pricesIncludeTax: boolean
  subtotal: number
  taxTotal: number
  grandTotal: number
  lineItemCount: number
  issuedAt: string | null
  appliedAt: string | null
  /** The return whose pieces it credits; absent if it was made by hand. */
  returned?: CreditedReturn
  /** The order whose change it follows; absent if it follows none. */
  followedOrderId?: Id
}

export const CREDIT_NOTE_MOVES = {
  issue: { from: ['draft'], to: 'issued' },
  apply: { from: ['issued'], to: 'applied' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Moves<CreditNoteState, string>

export const creditNoteUri = (id: Id) => `commerce:///billing/credit-notes/${id}`

export const checkDraftNote = ({ status }: Pick<StoredCreditNote, 'status'>): void => {
  if (status !== 'draft')
    throw new Problem('OPERATION_NOT_ALLOWED', `The credit note is ${status}. Only a draft can be changed or deleted.`)
}

const tellStates = ({ status }: StoredCreditNote, before: StoredCreditNote | undefined): TimelineStep[] => {
  if (status === before?.status) return []
  const drafted = before ? [] : ['credit_note.drafted' as const]
  return status === 'draft' ? drafted : [...drafted, `credit_note.${status}`]
}

/** The steps of the credit notes that are about one sales order. */
export const creditNoteTimeline: TimelineRule<StoredCreditNote> = {
  of: ({ returned, followedOrderId }) => returned?.orderId ?? followedOrderId ?? null,
  uri: ({ id }) => creditNoteUri(id),
  tell: (after, before) => {
    const { grandTotal: amount, currencyCode: currency, creditNoteNumber: number } = after
    return tellStates(after, before).map((step) => ({ step, details: { amount, currency, number } }))
  },
  removed: 'credit_note.deleted',
}

import type { ConfirmBankEntryInput } from '../../../schemas/billing/bank/entry.ts'
import type { AllocationInput } from '../../../schemas/billing/payments/payment.ts'
import type { App } from '../../platform/app/app.ts'
import { startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { computeOpenAmount } from '../invoices/invoice.ts'
import { confirmRunItem } from '../payment-runs/confirm-payment-run.ts'
import { readInvoices } from '../payments/change-allocations.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { BANK_ENTRY_MOVES, bankEntryUri, type StoredBankEntry } from './bank-entry.ts'
import { bankEntries } from './bank-entry-store.ts'
import { learnPayer } from './payer-account-store.ts'
import { reverseById } from './reverse-by-id.ts'

type Using = Pick<App, 'db'>

/** Effect of a confirmation: it records a payment of a partner, reverses one, or pays an item of a payment run. */
type Decision =
  | { kind: 'payment'; partnerId: Id; allocations: readonly AllocationInput[]; isProposed: boolean }
  | { kind: 'reversal'; partnerId: Id; paymentId: Id }
  | { kind: 'outgoing_payment'; partnerId: Id; itemId: Id }

type StoredProposal = StoredBankEntry['proposals'][number]

const toDecision = ({ kind, partnerId, allocations, paymentId, paymentRunItemId }: StoredProposal): Decision => {
  if (kind === 'reversal' && paymentId !== null) return { kind, partnerId, paymentId }
  if (kind === 'outgoing_payment' && paymentRunItemId) return { kind, partnerId, itemId: paymentRunItemId }
  const allocated = allocations.map(({ invoiceId, amount }) => ({ invoiceId, amount }))
  return { kind: 'payment', partnerId, allocations: allocated, isProposed: true }
}

const chooseProposal = (
  { proposals, isTied }: StoredBankEntry,
  position: number | null | undefined,
): StoredProposal => {
  const propertyPath = 'proposal'
  const chosen = proposals[(position ?? 1) - 1]
  if (!chosen)
    throw invalid({
      propertyPath,
      message: proposals.length
        ? `must be at most ${proposals.length}, the number of proposals`
        : 'must be left out, because there is none; give partnerId and allocations instead',
    })
  if (isTied && position == null)
    throw invalid({ propertyPath, message: 'must be given, because several proposals are equally good' })
  return chosen
}

const decide = (entry: StoredBankEntry, { proposal, partnerId, allocations }: ConfirmBankEntryInput): Decision => {
  if (!partnerId) {
    if (allocations) throw invalid({ propertyPath: 'partnerId', message: 'must be given if allocations are given' })
    return toDecision(chooseProposal(entry, proposal))
  }
  if (proposal != null)
    throw invalid({ propertyPath: 'proposal', message: 'must not be given together with partnerId' })
  return { kind: 'payment', partnerId, allocations: allocations ?? [], isProposed: false }
}

/** A bank may book on a day that has not begun in the tenant's time zone, and no payment is in the future. */
const getReceivedAt = async (app: Using, unit: Unit, { bookedOn }: StoredBankEntry): Promise<string> => {
  const start = startOfDay(await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone), bookedOn)
  return (start < unit.now ? start : unit.now).toISOString()
}

const MAX_REFERENCE = 255

/** Returns the entry's text for people; the reference of the bank where there is none. */
const buildReference = ({ text, structuredReference, endToEndId, bankReference }: StoredBankEntry): string | null =>
  (structuredReference ?? endToEndId ?? text ?? bankReference)?.slice(0, MAX_REFERENCE) ?? null

/** Lets the fee pay what is left open of the proposed invoices, among which the proposal divided only what arrived. */
const addFee = async (
  app: Using,
  tenant: Id,
  allocations: readonly AllocationInput[],
  fee: number,
): Promise<AllocationInput[]> => {
  const ids = allocations.map(({ invoiceId }) => invoiceId)
  const invoices = await readInvoices(app.db, tenant, ids)
  let left = fee
  return allocations.map(({ invoiceId, amount }) => {
    const invoice = invoices.get(invoiceId)
    const part = Math.min(left, Math.max(0, invoice ? computeOpenAmount(invoice) - amount : 0))
    left -= part
    return { invoiceId, amount: amount + part }
  })
}

const recordEntryPayment = async (
  app: Using,
  unit: Unit,
  entry: StoredBankEntry,
  { partnerId, allocations, isProposed }: Extract<Decision, { kind: 'payment' }>,
  fee: number,
): Promise<Partial<StoredBankEntry>> => {
  if (entry.direction !== 'credit')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The entry left the account, so it is no payment of a partner.')
  const { id: paymentId } = await recordPayment(app, unit, {
    ...{ partnerId, currency: entry.currency, amount: entry.amount, fee },
    allocations: isProposed && fee > 0 ? await addFee(app, unit.tenant, allocations, fee) : allocations,
    ...{ receivedAt: await getReceivedAt(app, unit, entry), method: 'bank_transfer', reference: buildReference(entry) },
    // An entry that was reopened is another payment.
    sourceKey: `${bankEntryUri(entry.id)}#${entry.confirmations + 1}`,
  })
  if (entry.counterpartyAccount !== null)
    await learnPayer(app.db, unit, entry.counterpartyAccount, { partnerId, entryId: entry.id })
  return { paymentId }
}

const reverseReturned = async (
  app: Using,
  unit: Unit,
  { returnReason }: StoredBankEntry,
  paymentId: Id,
): Promise<Partial<StoredBankEntry>> => {
  await reverseById(app, unit, paymentId, `Returned by the bank${returnReason ? `: ${returnReason}` : ''}`)
  return { reversedPaymentId: paymentId }
}

const payItem = async (
  app: Using,
  unit: Unit,
  itemId: Id,
  granted: ReadonlySet<string>,
): Promise<Partial<StoredBankEntry>> => {
  const scope = 'billing:payment_run:submit'
  if (!granted.has(scope))
    throw new Problem('SCOPE_MISSING', `Confirming what a payment run pays also needs the scope ${scope}.`)
  await confirmRunItem(app, unit, itemId)
  return { paymentRunItemId: itemId }
}

/**
 * Confirms what an entry is, in the same transaction: records its payment, reverses the one that it took back, or pays the
 * item of a payment run.
 */
export const confirmBankEntry = async (
  app: Using,
  unit: Unit,
  entry: StoredBankEntry,
  given: ConfirmBankEntryInput,
  granted: ReadonlySet<string> = new Set(),
): Promise<StoredBankEntry> => {
  const status = move(BANK_ENTRY_MOVES, 'bank entry', entry.status, 'confirm')
  const decision = decide(entry, given)
  const { fee = 0 } = given
  if (fee > 0 && decision.kind !== 'payment')
    throw invalid({ propertyPath: 'fee', message: 'must be 0, because only a payment of a partner has one' })
  const changes =
    decision.kind === 'payment'
      ? await recordEntryPayment(app, unit, entry, decision, fee)
      : decision.kind === 'reversal'
        ? await reverseReturned(app, unit, entry, decision.paymentId)
        : await payItem(app, unit, decision.itemId, granted)
  return unit.update(bankEntries, entry, {
    ...{ status, ...changes, partnerId: decision.partnerId, confirmations: entry.confirmations + 1 },
    ...{ ...nameActor('confirmedBy', unit), confirmedAt: unit.now.toISOString() },
  })
}

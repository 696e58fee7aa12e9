import { findPartnerNames } from '../../partner/find-partner-names.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import type { Numbering } from '../numbering/numbering.ts'
import { BANK_ENTRY_MOVES, type BankLine, type Matches, NO_MATCHES, type StoredBankEntry } from './bank-entry.ts'
import { bankEntries, listConfirmedEntries } from './bank-entry-store.ts'
import { findCandidates, findNamedInvoices, findPossiblePartners } from './find-candidates.ts'
import { findNamedItem, proposeOutgoingPayment } from './propose-outgoing-payment.ts'
import { proposePayments } from './propose-payments.ts'
import { proposeReversals, type ReturnCandidate } from './propose-reversals.ts'

const isReturn = ({ direction, isReversal, returnReason }: BankLine) =>
  direction === 'debit' && (isReversal || returnReason !== null)

/** Reads the confirmed entries of the partners whose payment may have been returned. */
const findReturnCandidates = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  line: BankLine,
  numbering: Numbering,
): Promise<ReturnCandidate[]> => {
  const [named, possible] = await Promise.all([
    findNamedInvoices(db, tenant, line, numbering),
    findPossiblePartners(db, tenant, line),
  ])
  const reasons = new Map<Id, ReturnCandidate['reason']>(possible.partners.map((id) => [id, possible.reason]))
  for (const { invoice } of named.slice(0, 1)) reasons.set(invoice.partnerId, 'invoice_number')
  const ids = [...reasons.keys()]
  const [names, ...entries] = await Promise.all([
    findPartnerNames(db, tenant, ids),
    ...ids.map((id) => listConfirmedEntries(db, tenant, id)),
  ])
  return ids.flatMap((id, i) =>
    (entries[i] ?? []).map((entry) => ({
      entry,
      partnerName: names.get(id) ?? '',
      reason: reasons.get(id) as ReturnCandidate['reason'],
    })),
  )
}

/** Proposes what an entry pays or takes back. Other entries have no proposals; people ignore them. */
export const matchLine = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  line: BankLine,
  numbering: Numbering,
): Promise<Matches> => {
  if (line.direction === 'credit')
    return line.isReversal ? NO_MATCHES : proposePayments(line, await findCandidates(app, tenant, line, numbering))
  if (isReturn(line)) return proposeReversals(line, await findReturnCandidates(app, tenant, line, numbering))
  return proposeOutgoingPayment(line, await findNamedItem(app, tenant, line))
}

/** Proposes anew, since invoices were issued or paid meanwhile. */
export const matchBankEntry = async (app: Pick<App, 'db'>, unit: Unit, before: StoredBankEntry) => {
  const numbering = getNumbering(await readBillingSettings(app, unit.tenant), 'invoice')
  const matches = await matchLine(app, unit.tenant, before, numbering)
  const action = matches.proposals.length ? 'propose' : 'withdraw'
  const status = move(BANK_ENTRY_MOVES, 'bank entry', before.status, action)
  return unit.update(bankEntries, before, { ...matches, status })
}

import { loadBankEntry } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { confirmBankEntry as confirm } from '../../../lib/billing/bank-entries/confirm-bank-entry.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankEntry, ConfirmBankEntryInput } from '../../../schemas/billing/bank/entry.ts'

export const confirmBankEntry = endpoint({
  route: 'POST /api/billing/bank-entries/{id}/confirm',
  scope: 'billing:bank_statement:write',
  summary: 'Confirm what a bank entry pays, and record the payment',
  description:
    'Confirms a proposal, or the partner and the allocations of the request. A payment is recorded and allocated; for a ' +
    'returned payment, the payment that the bank took back is reversed; for an outgoing payment, the item of the payment ' +
    'run is paid, which also needs the scope `billing:payment_run:submit`. The platform learns the account of the payer.',
  idempotent: true,
  body: ConfirmBankEntryInput,
  bodyOptional: true,
  returns: BankEntry,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return await confirm(app, unit, await loadBankEntry(unit, params.id), body, caller.scopes)
  },
})

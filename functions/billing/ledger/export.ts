import { ledgerExport } from '../../../lib/billing/exports/ledger-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { ENTRY_KINDS, LEDGER_ACCOUNTS } from '../../../schemas/billing/ledger.ts'
import { currency, date, id, oneOf } from '../../../schemas/types.ts'

export const exportLedger = exportEndpoint({
  route: 'GET /api/billing/ledger/export',
  // The ledger has no list: its pages would need counts, which would make every entry dearer to write.
  list: {
    access: ledgerExport.scope,
    query: {
      partnerId: id(),
      currency: currency(),
      account: oneOf(LEDGER_ACCOUNTS),
      kind: oneOf(ENTRY_KINDS),
      postedFrom: date({ description: 'First day in your time zone, included' }),
      postedTo: date({ description: 'Last day in your time zone, included' }),
    },
  },
  summary: 'Export the entries of the ledger as CSV or JSON Lines',
  about:
    'Every change of what a partner owes you (`receivable`) and of what you owe a partner (`payable`), with its day and the ' +
    'record that caused it. The amounts of a partner, account and currency add up to its balance. Entries never change; a ' +
    'reversal is another entry.',
  collection: ledgerExport,
})

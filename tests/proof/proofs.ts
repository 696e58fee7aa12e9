import type { Proof } from './proof.ts'

export const PROOFS: readonly Proof[] = [
  {
    name: 'fulfilment',
    promise: 'Every order is fulfilled once and none is forgotten.',
    means:
      'A seed is the life of a small tenant on a table in memory, with kills, lost and doubled messages and custodians that err.',
    file: 'tests/faults/fulfilment.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 5000,
    part: 250,
  },
  {
    name: 'payments',
    promise: 'No cent is lost or spent twice.',
    means:
      'A seed is a history of payments, allocations, refunds and payment runs on a table in memory, with kills and doubled requests.',
    file: 'tests/faults/payments.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 2000,
    part: 250,
  },
  {
    name: 'year',
    promise: 'Ledger, open items, statements, exports and the DATEV file agree to the cent.',
    means:
      'A seed is a year of a small business at the API, with 200 orders, bank files, credit notes, bills, payment runs and settlements, beside a double-entry book that the test keeps itself.',
    file: 'tests/year/year.test.ts',
    project: 'endpoint',
    unit: 'years',
    size: 20,
    part: 2,
  },
]

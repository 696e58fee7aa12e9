import type { Proof } from '../proof.ts'

export const BUSINESS_PROOFS: readonly Proof[] = [
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

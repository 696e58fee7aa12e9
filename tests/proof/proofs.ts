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
]

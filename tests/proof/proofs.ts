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
    name: 'load',
    promise: 'Every answer under load is true, and memory does not grow.',
    means:
      'Clients of six tenants read, list, write and delete at the started stack, 1, 8, 32 and 128 at a time and then 320 for a moment. All that was acknowledged is there, and nothing that was refused.',
    file: 'tests/load/load.e2e.test.ts',
    project: 'e2e',
    unit: 'seconds with each number of clients',
    size: 600,
    part: 600,
    alone: true,
  },
  {
    name: 'kills',
    promise: 'Nothing acknowledged is lost and nothing is doubled when processes are killed.',
    means:
      'A seed is a started stack that imports 500 orders in a storm of requests while its gateway and the process with its queues are killed three times each.',
    file: 'tests/load/kills.e2e.test.ts',
    project: 'e2e',
    unit: 'seeds',
    size: 10,
    part: 1,
    alone: true,
  },
]

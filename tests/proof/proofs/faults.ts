import type { Proof } from '../proof.ts'

export const FAULT_PROOFS: readonly Proof[] = [
  {
    name: 'faults',
    promise: 'Each request of every module is stored once and completely, and what follows from it happens once.',
    means:
      'A seed is a day of a tenant on a table in memory: simultaneous requests of its members, workers, queues and schedules, with kills, lost replies and doubled, lost and shuffled messages.',
    file: 'tests/faults/platform.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 10_000,
    part: 250,
  },
  {
    name: 'mutants',
    promise: 'The workload of all modules reveals faults of code.',
    means:
      'A case is a fault that is planted between the platform and its table, and the histories until one reveals it.',
    file: 'tests/faults/platform-mutants.unit.test.ts',
    project: 'unit',
    unit: 'mutants',
    size: 27,
    part: 5,
  },
  {
    name: 'import-crashes',
    promise: 'An import writes each row once, wherever its process dies.',
    means:
      'A case is an import of 500 orders, partners, products, prices or stock whose process dies before one of its calls, and in half of the cases the next process too.',
    file: 'tests/faults/imports.unit.test.ts',
    project: 'unit',
    unit: 'cases',
    size: 1200,
    part: 60,
  },
  {
    name: 'fulfilment',
    promise: 'Every order is fulfilled once, none is forgotten, and no buyer sees the parcel of another.',
    means:
      'A seed is the life of a small tenant on a table in memory, with kills, lost and doubled messages and custodians whose news do not fit: other SKUs, more pieces, parcels of other orders or none, and what was cancelled and sent.',
    file: 'tests/faults/fulfilment.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 10_000,
    part: 250,
  },
  {
    name: 'payments',
    promise: 'No cent is lost or spent twice.',
    means:
      'A seed is a history of invoices, payments, allocations, reversals, refunds and credit notes on a table in memory, with kills and doubled requests.',
    file: 'tests/faults/payments.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 2000,
    part: 250,
  },
  {
    name: 'payment-runs',
    promise: 'No bill or settlement is paid twice, and none is lost.',
    means:
      'A seed is 30 steps of a tenant on a table in memory, each with four simultaneous requests or tasks about bills, settlements and payment runs, some of which are killed.',
    file: 'tests/billing/payment-run-kills.test.ts',
    project: 'dynamodb',
    unit: 'seeds',
    size: 2000,
    part: 100,
  },
  {
    name: 'local-payment-runs',
    promise: 'No bill or settlement is paid twice on DynamoDB either.',
    means: 'A seed is the same on DynamoDB Local, whose order no seed repeats.',
    file: 'tests/billing/payment-run-kills.test.ts',
    project: 'dynamodb',
    unit: 'seeds',
    size: 100,
    part: 25,
  },
]

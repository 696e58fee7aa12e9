import type { Proof } from '../proof.ts'

export const HISTORY_PROOFS: readonly Proof[] = [
  {
    name: 'linearizability',
    promise: 'Simultaneous requests look as if they were made one after another, whatever fails in between.',
    means:
      'A seed is a history of five clients of a resource, a stock item, an assortment, the carriers or stock movements on a table in memory. A search for an order of the requests, or for a cycle in what lists say about it, judges it.',
    file: 'tests/histories/linearizability/linearizability.unit.test.ts',
    project: 'unit',
    unit: 'histories',
    size: 1000,
    part: 125,
  },
  {
    name: 'embedded',
    promise: 'The table that most tests use answers as DynamoDB does.',
    means:
      'A seed is a program of calls, some of which DynamoDB refuses, that runs on the embedded table and on DynamoDB Local. Answers, items and streams are compared.',
    file: 'tests/store/embedded-table.test.ts',
    project: 'dynamodb',
    unit: 'programs',
    size: 100_000,
    part: 2000,
  },
  {
    name: 'local-linearizability',
    promise: 'Simultaneous requests look as if they were made one after another on DynamoDB too.',
    means: 'A seed is such a history of four clients on DynamoDB Local, whose order no seed repeats.',
    file: 'tests/histories/linearizability/local.test.ts',
    project: 'dynamodb',
    unit: 'histories',
    size: 200,
    part: 50,
  },
  {
    name: 'keys',
    promise: 'An Idempotency-Key makes one resource and gets one answer.',
    means:
      'A seed uses ten keys, one of them in fifty simultaneous requests, with lost replies, other bodies, other tenants and a service account, on a table in memory.',
    file: 'tests/histories/keys/keys.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 1000,
    part: 125,
  },
  {
    name: 'races',
    promise: 'Of simultaneous requests that exclude each other, one wins.',
    means:
      'In each seed, twelve requests at once approve, pay, cancel or reject a settlement, an invoice, a bill, a sales order and a fulfilment order, on a table in memory with faults.',
    file: 'tests/histories/races/races.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 400,
    part: 50,
  },
  {
    name: 'writers',
    promise: 'A unique value has one owner, and another one once it was given back.',
    means:
      'The writers of a part all want one value at once: the code of a channel or of a carrier, an SKU, the number of a bill or of an invoice, or the external id of an order.',
    file: 'tests/histories/writers/writers.unit.test.ts',
    project: 'unit',
    unit: 'writers',
    size: 6000,
    part: 1000,
  },
  {
    name: 'transitions',
    promise: 'Every committed transition is told once to each recipient.',
    means:
      'A seed makes 25 transitions whose events go through the stream and the queue on a table in memory: in any order, a fifth of them twice, some of them lost, and workers die between any two calls.',
    file: 'tests/histories/events/transitions.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 4000,
    part: 250,
  },
  {
    name: 'poison',
    promise: 'Messages that always fail are put aside, others never, and none is left after the repair.',
    means:
      'A seed delivers events of which a fifth fail until they are repaired, to workers that die, and replays them.',
    file: 'tests/histories/events/poison.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 500,
    part: 125,
  },
  {
    name: 'lists',
    promise: 'Pages of lists repeat nothing under writes and are exact at rest.',
    means:
      'A seed reads filters, date ranges and pages of one kind of list while others write, and all of them afterwards, on a table in memory with faults. Creation times come in any order, as from clocks that differ.',
    file: 'tests/histories/lists/lists.unit.test.ts',
    project: 'unit',
    unit: 'orderings',
    size: 1000,
    part: 125,
  },
  {
    name: 'outage',
    promise: 'Answers during an outage of the database are true, and all work completes after it.',
    means:
      'In each seed the database refuses, is silent or loses its answers for a minute; in another history it throttles 30 % of the calls, and 20 % of the writes conflict.',
    file: 'tests/histories/outage/outage.unit.test.ts',
    project: 'unit',
    unit: 'seeds',
    size: 600,
    part: 100,
  },
]

import type { Proof } from '../proof.ts'

export const LOAD_PROOFS: readonly Proof[] = [
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
  },
]

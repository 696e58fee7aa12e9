import type { Proof } from '../proof.ts'

export const CROSSING_PROOFS: readonly Proof[] = [
  {
    name: 'crossing',
    promise: 'Nobody reaches what another tenant has.',
    means:
      'A case is an operation. Each id in its path, query and body names something of another tenant, and everybody without permission asks for it; the answers are those for what nobody has.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'operations',
    size: 410,
    part: 58,
  },
  {
    name: 'hierarchies',
    promise: 'What belongs to a resource is not found at another one.',
    means:
      'A case is an operation on a nested path, or with a body that names parts of the resource in the path, which is asked for the parts of another resource of the same tenant.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'operations',
    size: 38,
    part: 19,
  },
  {
    name: 'scopes',
    promise: 'Exactly the declared scope opens an operation, and everybody is told so.',
    means:
      'A case is an operation, which is called with every scope alone, with all others, by every role, after a change of roles and by service accounts, and compared with the ability check.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'operations',
    size: 460,
    part: 50,
  },
  {
    name: 'fields',
    promise: 'Nobody sets a field that only the server sets.',
    means: 'A case is an operation. Each object in its body is given every name that an answer has or that is stored.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'operations',
    size: 290,
    part: 67,
  },
  {
    name: 'deleted',
    promise: 'What was deleted answers as if it had never been.',
    means:
      'A case is an operation on something that was deleted before, by its path or by a reference; lists do not show it, and its unique values are free.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'uses',
    size: 200,
    part: 44,
  },
  {
    name: 'inputs',
    promise: 'No input makes an operation fail or finds what it should not.',
    means: 'A case is an operation with path values and bodies that no client sends by intent.',
    file: 'tests/crossing/crossing.test.ts',
    project: 'endpoint',
    unit: 'operations',
    size: 540,
    part: 94,
  },
  {
    name: 'protocol',
    promise: 'Every operation answers as its description says, whatever it is asked.',
    means:
      'A case is an operation, which is asked without and with permission, with hostile input, in dry runs, with a database that stalls, and with each part of HTTP that it supports. No answer is a 5xx but a 503 that says when to try again.',
    file: 'tests/generated/',
    project: 'endpoint',
    unit: 'operations',
    size: 540,
    part: 94,
  },
  {
    name: 'frozen-prototype',
    promise: 'No operation depends on the prototype of all objects.',
    means: 'A case is an operation, which is called with Object.prototype frozen and __proto__ throwing.',
    file: 'tests/crossing/frozen-prototype.test.ts',
    project: 'isolated',
    unit: 'operations',
    size: 540,
    part: 118,
  },
]

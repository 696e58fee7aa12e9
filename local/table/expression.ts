/** An attribute, by the names that lead to it. */
export type Path = readonly string[]

export type Operand =
  | { kind: 'value'; name: string }
  | { kind: 'path'; path: Path }
  | { kind: 'size'; path: Path }
  | { kind: 'if_not_exists'; path: Path; otherwise: Operand }
  | { kind: 'list_append'; first: Operand; second: Operand }
  | { kind: 'sum'; first: Operand; sign: 1 | -1; second: Operand }

export const COMPARATORS = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparator = (typeof COMPARATORS)[number]

export type Test =
  | { kind: 'and' | 'or'; all: Test[] }
  | { kind: 'not'; test: Test }
  | { kind: 'exists'; path: Path; isNot: boolean }
  | { kind: 'begins_with' | 'contains'; first: Operand; second: Operand }
  | { kind: 'compare'; by: Comparator; first: Operand; second: Operand }
  | { kind: 'between'; value: Operand; from: Operand; to: Operand }
  | { kind: 'in'; value: Operand; among: Operand[] }

export type Assignment =
  | { kind: 'SET'; path: Path; value: Operand }
  | { kind: 'REMOVE'; path: Path }
  | { kind: 'ADD'; path: Path; value: Operand }

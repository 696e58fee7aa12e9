/** Figures of one operation, or of the work behind it. */
export interface Tally {
  /** Rounds of calls to the table: calls that overlap count once. */
  sequentialCalls: number
  calls: number
  /** Calls that read. */
  reads: number
  /** Writes outside of transactions. */
  writes: number
  /** Actions in transactions, checks included. */
  actions: number
  readUnits: number
  writeUnits: number
  queueRequests: number
  keyRequests: number
  /** Requests that write files, list their parts or begin and end uploads, which S3 charges alike. */
  fileWrites: number
  fileReads: number
  invocations: number
  /** Time of the functions under `ASSUMED_MS`. */
  functionMs: number
  /** Bytes of the items that were read and written. */
  bytes: number
  /** Messages and requests to other parties. */
  sent: number
}

/** A call outside of the process. */
export type Call = 'table' | 'transaction' | 'queue' | 'key' | 'file' | 'outside'

/** Assumed durations; they turn a count of calls into function time that is the same on every machine. */
export const ASSUMED_MS: Record<Call | 'invocation', number> = {
  invocation: 5,
  table: 5,
  transaction: 10,
  queue: 10,
  key: 10,
  file: 20,
  outside: 100,
}

export const newTally = (): Tally => ({
  sequentialCalls: 0,
  calls: 0,
  reads: 0,
  writes: 0,
  actions: 0,
  readUnits: 0,
  writeUnits: 0,
  queueRequests: 0,
  keyRequests: 0,
  fileWrites: 0,
  fileReads: 0,
  invocations: 0,
  functionMs: 0,
  bytes: 0,
  sent: 0,
})

const combine = (tally: Tally, compute: (value: number, name: keyof Tally) => number): Tally =>
  Object.fromEntries(
    Object.entries(tally).map(([name, value]) => [name, compute(value, name as keyof Tally)]),
  ) as unknown as Tally

export const addTallies = (one: Tally, other: Tally): Tally => combine(one, (value, name) => value + other[name])
export const subtractTally = (from: Tally, other: Tally): Tally => combine(from, (value, name) => value - other[name])
export const divideTally = (tally: Tally, by: number): Tally => combine(tally, (value) => value / by)

import type { Operation } from '../generated/operations.ts'
import { type Part, replay, seedsOf } from '../support/proof.ts'

/** One thing that a proof tries, by itself. */
export interface Case {
  title: string
  check(): Promise<void>
}

/** A proof whose cases follow from the description of the API. */
export interface Matrix {
  /** Name of the proof. */
  name: string
  cases: readonly Case[]
  /** Number of cases in a usual run of the tests. */
  few: number
  figures: Readonly<Record<string, number>>
}

/** Makes a case of each operation. */
export const caseOfEach = (operations: readonly Operation[], check: (operation: Operation) => Promise<void>): Case[] =>
  operations.map((operation) => ({ title: operation.operation, check: () => check(operation) }))

/** Selects the cases of a part of a proof, each at most once; all of them with `EVERY_CASE=true`. */
export const casesOf = ({ cases }: Matrix, part: Part): { seed: number; each: Case }[] => {
  const seeds = process.env.EVERY_CASE === 'true' ? seedsOf({ from: 1, count: cases.length }) : seedsOf(part)
  return seeds.slice(0, cases.length).map((seed) => ({ seed, each: cases[(seed - 1) % cases.length] as Case }))
}

/** Runs a case of a proof; the message of a failure begins with the command that repeats it. */
export const runCase = async (
  { name }: Pick<Matrix, 'name'>,
  seed: number,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${replay(name, seed)}: ${error.message}`
    throw error
  }
}

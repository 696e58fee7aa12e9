import type { Id } from '../../lib/platform/id.ts'

export type Sizes = readonly [few: number, many: number]

export const SIZES: Sizes = [100, Number(process.env.MANY ?? 100_000)]

export interface Case {
  query: string
  /** An address without pages, if it differs from the subject's. */
  path?: string
  place: 'first' | 'middle' | 'last'
  /** False if only the time is shown. */
  goal: boolean
}

/** A list whose speed is compared. */
export interface Subject {
  path: string
  sizes: Sizes
  /** Returns the number of lines that are paged; without it the members are paged. */
  countLines?: (body: { member: { lineCount: number }[] }) => number
  /** Writes a resource for each of these moments. */
  fill: (tenant: Id, moments: readonly Date[]) => Promise<void>
  cases: Record<string, Case>
  /** True if the page in the middle has bounds even when nobody read it before. */
  isImported?: true
}

/** Chooses the same value for three in five, so that even a small tenant fills a page with any filter. */
export const mostly = <T>(i: number, most: T, rest: T) => (i % 5 < 3 ? most : rest)

export const first = (query: string): Case => ({ query, place: 'first', goal: true })
export const last = (query: string): Case => ({ query, place: 'last', goal: true })
export const middle = (query: string, goal = true): Case => ({ query, place: 'middle', goal })

/** A promise that is tried at a size which `npm test` has no time for. */
export interface Proof {
  /** Argument of `npm run proof`. */
  name: string
  promise: string
  /** A sentence on how the promise is tried. */
  means: string
  /** The file of the tests, or their folder. */
  file: string
  project: 'unit' | 'endpoint' | 'isolated' | 'dynamodb' | 'e2e'
  /** Plural of what the size counts, such as `seeds`. */
  unit: string
  /** Size of a full run. */
  size: number
  /** Size that one process runs. */
  part: number
  /** Nothing else may run at the same time, because time is measured or the machine's load is part of the proof. */
  alone?: boolean
}

export type Figures = Readonly<Record<string, number>>

/** Result of the last full run of a proof. */
export interface ProofResult {
  size: number
  from: number
  failedParts: number
  seconds: number
  figures: Figures
  commit: string
  /** YYYY-MM-DD */
  day: string
}

/** Adds up the figures of parts; of a name that begins with "largest" the largest one is kept. */
export const sumFigures = (parts: readonly Figures[]): Figures => {
  const sums: Record<string, number> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = sums[name]
    if (before === undefined) sums[name] = value
    else sums[name] = name.startsWith('largest') ? Math.max(before, value) : before + value
  }
  return sums
}

/** Divides a range of seeds or cases into what one process runs. */
export const splitParts = (from: number, size: number, part: number): { from: number; count: number }[] =>
  Array.from({ length: Math.ceil(size / part) }, (_, i) => ({
    from: from + i * part,
    count: Math.min(part, size - i * part),
  }))

export type Report = (about: string, said: unknown, known: unknown) => void

/** Sums of cents by a key. */
export type Sums = Map<string, number>

export const add = (sums: Sums, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)

/** Reports each key whose sums differ; a missing sum is 0. */
export const compareSums = (report: Report, about: string, said: Sums, known: Sums): void => {
  for (const key of new Set([...said.keys(), ...known.keys()]))
    report(`${about}, ${key}`, said.get(key) ?? 0, known.get(key) ?? 0)
}

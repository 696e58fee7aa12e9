import { timingSafeEqual } from 'node:crypto'

/** Compares two proofs without telling by its duration where they differ. */
export const isSameProof = (given: unknown, expected: string): boolean => {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

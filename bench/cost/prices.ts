import type { Tally } from './tally.ts'

// List prices in US dollars, without free tiers and volume discounts: us-east-1, as of November 2026. DynamoDB on demand,
// standard table class, at its price since November 2024; Lambda on arm64; standard queues; S3 Standard.

const PER_MILLION = {
  writeUnits: 0.625,
  readUnits: 0.125,
  queueRequests: 0.4,
  keyRequests: 3,
  fileWrites: 5,
  fileReads: 0.4,
  invocations: 0.2,
}
const PER_GIGABYTE_SECOND = 0.0000133334

/** Memory of a function in serverless.yml. */
const GIGABYTES = 1

const MS_PER_SECOND = 1000
const MILLION = 1_000_000

/** Dollars for a million operations with this tally. */
export const computeDollars = (tally: Tally): number => {
  const requests = Object.entries(PER_MILLION).reduce(
    (sum, [name, price]) => sum + tally[name as keyof typeof PER_MILLION] * price,
    0,
  )
  return requests + (tally.functionMs / MS_PER_SECOND) * GIGABYTES * PER_GIGABYTE_SECOND * MILLION
}

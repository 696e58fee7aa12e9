import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('vendure-answers.json', import.meta.url)

/** Orders as a real shop answered them, by what had happened to them. */
export const readVendureAnswers = (): Record<string, Record<string, unknown>> => JSON.parse(readFileSync(FILE, 'utf8'))

/** Replaces the recorded answers, if `RECORD_ANSWERS` is set. */
export const writeVendureAnswers = (answers: object): void => {
  if (process.env.RECORD_ANSWERS) writeFileSync(FILE, `${JSON.stringify(answers, null, 1)}\n`)
}

/** Members that each run of the shop has anew. */
const VARYING = /^(id|code|orderLineId|emailAddress|adjustmentSource)$|At$/

/** Returns the answers without ids and dates. */
export const toComparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComparable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      VARYING.test(name) && (member === null || typeof member !== 'object') ? [] : [[name, toComparable(member)]],
    ),
  )
}

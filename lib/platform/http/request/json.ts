import httpJsonBodyParser from '@middy/http-json-body-parser'
import { invalid, MAX_VIOLATIONS, type Violation } from '../../problem.ts'

const MAX_LEVELS = 32

export const malformed = (message: string) => invalid({ propertyPath: '', message })

const unfit = (text: string) => !text.isWellFormed() || text.includes('\u0000')

/** Names with a meaning of their own in JavaScript or in the DynamoDB client. */
const ABOUT_ITSELF = ['__proto__', 'constructor']

/** Returns the path of a member or an item of the value at a path. */
const below = (path: string, name: string | number) =>
  typeof name === 'number' ? `${path}[${name}]` : path ? `${path}.${name}` : name

const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value)

/** Throws if a text cannot be stored unchanged, or if a name is reserved. */
const checkText = (value: unknown, path: string): void => {
  if (typeof value === 'string' && unfit(value))
    throw invalid({ propertyPath: path, message: 'must be well-formed text without NUL' })
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of entriesOf(value)) {
    const place = below(path, name)
    if (unfit(String(name))) throw invalid({ propertyPath: path, message: 'must have well-formed member names' })
    if (ABOUT_ITSELF.includes(String(name)))
      throw invalid({ propertyPath: place, message: 'must not be given, because its name is reserved' })
    checkText(member, place)
  }
}

const isExact = (number: number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER

/**
 * Counts the members of a value at all levels; NaN if a number in it is not exact. Parsing accepts any depth, but code
 * that walks the value later needs stack for it, so deep nesting is refused here.
 */
const countMembers = (value: unknown, level = 1): number => {
  if (typeof value === 'number') return isExact(value) ? 0 : Number.NaN
  if (value === null || typeof value !== 'object') return 0
  if (level > MAX_LEVELS) throw malformed(`must not be nested deeper than ${MAX_LEVELS} levels`)
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += countMembers(item, level + 1)
  else for (const name in value) count += 1 + countMembers((value as Record<string, unknown>)[name], level + 1)
  return count
}

/** Returns the index of the quote that ends a text; escaped quotes do not. */
export const endOfText = (json: string, start: number) => {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === 92) escapes++
    if (escapes % 2 === 0) return end
  }
}

/** Returns the index of the first character after white space. */
const afterSpace = (json: string, start: number) => {
  let at = start
  while (json.charCodeAt(at) <= 32) at++
  return at
}

const isColon = (json: string, place: number) => json.charCodeAt(place) === 58

/** Tells whether a text that ends there is the name of a member. */
export const isName = (json: string, end: number): boolean => isColon(json, afterSpace(json, end + 1))

/** Counts the members in a JSON text, duplicates included. */
const countNames = (json: string): number => {
  let count = 0
  for (let start = json.indexOf('"'); start >= 0; ) {
    const next = afterSpace(json, endOfText(json, start) + 1)
    if (isColon(json, next)) count++
    start = json.indexOf('"', next)
  }
  return count
}

const MAX_PATH_LENGTH = 255

export const repeated = (path: string): Violation => ({
  propertyPath: path.slice(0, MAX_PATH_LENGTH),
  message: 'is given more than once',
})

const inexactIn = function* (value: unknown, path: string): Generator<Violation> {
  if (typeof value === 'number' && !isExact(value))
    yield {
      propertyPath: path.slice(0, MAX_PATH_LENGTH),
      message: `must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
    }
  if (value !== null && typeof value === 'object')
    for (const [name, member] of entriesOf(value)) yield* inexactIn(member, below(path, name))
}

/** An open object or array: its path, and the names so far or the index of the current item. */
interface Level {
  path: string
  names?: Set<string>
  item: number
  name: string
}

const placeIn = (level: Level | undefined) => (level ? below(level.path, level.names ? level.name : level.item) : '')

const repeatedIn = function* (json: string): Generator<Violation> {
  const levels: Level[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    const level = levels.at(-1)
    if (character === '{') levels.push({ path: placeIn(level), names: new Set(), item: 0, name: '' })
    else if (character === '[') levels.push({ path: placeIn(level), item: 0, name: '' })
    else if (character === '}' || character === ']') levels.pop()
    else if (character === ',' && level) level.item++
    else if (character === '"') {
      const end = endOfText(json, at)
      if (level?.names && isName(json, end)) {
        level.name = JSON.parse(json.slice(at, end + 1))
        if (level.names.has(level.name)) yield repeated(placeIn(level))
        level.names.add(level.name)
      }
      at = end
    }
  }
}

/** Returns the lost members and numbers, and at most one more than are reported. */
const lossesIn = (json: string, value: unknown): Violation[] => {
  const losses: Violation[] = []
  for (const found of [repeatedIn(json), inexactIn(value, '')])
    for (const loss of found) if (losses.push(loss) > MAX_VIOLATIONS) return losses
  return losses
}

// Which types an operation accepts, and in which encoding, is checked before.
const { before: parse } = httpJsonBodyParser({ disableContentTypeCheck: true }) as {
  before(request: { event: { body: unknown; isBase64Encoded: boolean } }): void
}

const parseText = (json: string): unknown => {
  const event = { body: json as unknown, isBase64Encoded: false }
  try {
    parse({ event })
    return event.body
  } catch {
    // The parser does not say why it refuses a text. If it is JSON, the checks below do.
    try {
      return JSON.parse(json)
    } catch {
      throw malformed('must be JSON')
    }
  }
}

/**
 * Parses a JSON text without loss: it is refused if parsing would drop a duplicate member or round a number. Counting
 * members detects that for less than the cost of parsing; only then are the violations searched for. `level` is the level
 * of the text in a larger one.
 */
export const parseJson = (json: string, level = 1): unknown => {
  const value = parseText(json)
  const members = countMembers(value, level)
  // Text that checkText refuses contains an escape, a lone surrogate or a reserved name.
  if (json.includes('\\u') || ABOUT_ITSELF.some((name) => json.includes(name)) || !json.isWellFormed())
    checkText(value, '')
  if (countNames(json) !== members) throw invalid(...lossesIn(json, value))
  return value
}

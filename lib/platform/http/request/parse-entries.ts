import { Problem } from '../../problem.ts'
import { endOfText, isName, parseJson } from './json.ts'

/** An entry of a list that stands alone, whose text cannot be stored unchanged. Its text tells it from others. */
export class FlawedEntry {
  readonly json: string
  readonly error: string
  readonly #value: object

  constructor(json: string, value: object, error: string) {
    this.json = json
    this.error = error
    this.#value = value
  }

  /** The entry as far as it could be parsed; of a member that is given more than once, the last one. */
  get value(): object {
    return this.#value
  }
}

interface Place {
  start: number
  end: number
}

/** Returns where the text of each entry of the body's list begins and ends. */
const findEntries = (json: string, member: string): Place[] => {
  const entries: Place[] = []
  const open: string[] = []
  let [isWanted, isInList] = [false, false]
  let start = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at] as string
    if (isInList && open.length === 2 && (character === ',' || character === ']')) {
      if (json.slice(start, at).trim()) entries.push({ start, end: at })
      start = at + 1
    }
    if (character === '"') {
      const end = endOfText(json, at)
      if (open.length === 1 && isName(json, end)) isWanted = JSON.parse(json.slice(at, end + 1)) === member
      at = end
    } else if (character === '{' || character === '[') {
      open.push(character)
      if (open.length !== 2) continue
      isInList = isWanted && character === '[' && open[0] === '{'
      start = at + 1
    } else if (character === '}' || character === ']') open.pop()
  }
  return entries
}

const MAX_MESSAGES = 5
/** Level of an entry of a list that is a member of the body. */
const ENTRY_LEVEL = 3

/** Parses one entry; it is flawed if it is an object whose text cannot be stored unchanged. */
const parseEntry = (json: string, entry: string): unknown => {
  try {
    return parseJson(json, ENTRY_LEVEL)
  } catch (error) {
    const value: unknown = JSON.parse(json)
    if (!(error instanceof Problem) || value === null || typeof value !== 'object' || Array.isArray(value)) throw error
    const messages = (error.violations ?? []).map(({ propertyPath, message }) =>
      propertyPath ? `${entry}.${propertyPath} ${message}` : `${entry} ${message}`,
    )
    return new FlawedEntry(json, value, messages.slice(0, MAX_MESSAGES).join('; '))
  }
}

/** More than any list takes. */
const MAX_ENTRIES = 1000

/**
 * Parses a body as `parseJson` does, except that a flaw within an entry of the list refuses only that entry, which is
 * replaced by a `FlawedEntry`.
 */
export const parseEntries = (json: string, member: string): unknown => {
  try {
    return parseJson(json)
  } catch (refusal) {
    // Text that is no JSON at all cannot be divided.
    try {
      JSON.parse(json)
    } catch {
      throw refusal
    }
    const places = findEntries(json, member)
    if (!places.length || places.length > MAX_ENTRIES) throw refusal
    const around = [...places.map(({ start }) => start), json.length].map((to, i) => json.slice(places[i - 1]?.end, to))
    const body = parseJson(around.join('0')) as object
    return {
      ...body,
      [member]: places.map(({ start, end }, i) => parseEntry(json.slice(start, end), `${member}[${i}]`)),
    }
  }
}

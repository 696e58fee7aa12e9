import { invalid, Problem } from '../problem.ts'
import type { GatewayEvent } from './call.ts'

const DEEPEST = 32
const JSON_TYPE = /^application\/json\s*(;|$)/i
const MERGE_PATCH_TYPE = /^application\/merge-patch\+json\s*(;|$)/i

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i

const malformed = (message: string) => invalid({ propertyPath: '', message })

const textOf = ({ body = '', isBase64Encoded }: GatewayEvent, mostBytes: number) => {
  // A character takes at most three bytes of UTF-8 for each of its UTF-16 units, so short text needs no count.
  const tooLarge = isBase64Encoded
    ? body.length * 0.75 > mostBytes + 2
    : body.length > mostBytes || (body.length * 3 > mostBytes && Buffer.byteLength(body) > mostBytes)
  if (tooLarge) throw new Problem('PAYLOAD_TOO_LARGE', `The body may have at most ${mostBytes / 1024 / 1024} MiB.`)
  if (!isBase64Encoded) return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'))
  } catch {
    throw malformed('must be UTF-8 text')
  }
}

/** The body's own bytes, as a signature is made over them. */
export const rawBody = ({ body = '', isBase64Encoded }: GatewayEvent, mostBytes: number): Buffer => {
  const raw = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (raw.length <= mostBytes) return raw
  throw new Problem('PAYLOAD_TOO_LARGE', `The body may have at most ${mostBytes / 1024 / 1024} MiB.`)
}

/** How often the text has this character; at most `most` is told. */
const countOf = (text: string, character: string, most: number) => {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count < most; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Deep nesting costs the stack of whoever walks it later, so it is refused before it is parsed. */
const checkDepth = (json: string) => {
  // What does not open that often cannot be that deep; most bodies need not be walked.
  if (countOf(json, '{', DEEPEST + 1) + countOf(json, '[', DEEPEST + 1) <= DEEPEST) return
  let depth = 0
  let quoted = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (quoted) {
      if (unit === 92) i++
      else if (unit === 34) quoted = false
    } else if (unit === 34) quoted = true
    else if (unit === 123 || unit === 91) {
      if (++depth > DEEPEST) throw malformed(`must not be nested deeper than ${DEEPEST} levels`)
    } else if (unit === 125 || unit === 93) depth--
  }
}

const unfit = (text: string) => !text.isWellFormed() || text.includes('\u0000')

/** Names that say something of the object itself, to the language or to what writes it into the table. */
const ABOUT_ITSELF = ['__proto__', 'constructor']

/** Text that no store keeps as it is, and keys that mean the object itself. */
const checkText = (value: unknown, path: string): void => {
  if (typeof value === 'string' && unfit(value))
    throw invalid({ propertyPath: path, message: 'must be well-formed text without NUL' })
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name
    if (unfit(name)) throw invalid({ propertyPath: path, message: 'has a member that may not be named so' })
    if (ABOUT_ITSELF.includes(name)) throw invalid({ propertyPath: below, message: 'may not be named so' })
    checkText(member, below)
  }
}

const readForm = (event: GatewayEvent, mostBytes: number): unknown => {
  if (!FORM_TYPE.test(event.headers['content-type'] ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/x-www-form-urlencoded.')
  return Object.fromEntries(new URLSearchParams(textOf(event, mostBytes)))
}

/** The JSON body of a request, or the form where one is wanted, or undefined where there is none. */
export const readBody = (event: GatewayEvent, mostBytes: number, form = false): unknown => {
  if (!event.body) return undefined
  if (form) return readForm(event, mostBytes)
  const type = event.headers['content-type']
  const patch = event.requestContext.http.method === 'PATCH'
  if (type !== undefined && !JSON_TYPE.test(type) && !(patch && MERGE_PATCH_TYPE.test(type)))
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be application/json${patch ? ' or application/merge-patch+json' : ''}.`,
    )
  const json = textOf(event, mostBytes)
  if (!json.trim()) return undefined
  checkDepth(json)
  let body: unknown
  try {
    body = JSON.parse(json)
  } catch {
    throw malformed('must be JSON')
  }
  // Only an escape or a surrogate can bring in what checkText refuses.
  if (json.includes('\\u') || ABOUT_ITSELF.some((name) => json.includes(name)) || !json.isWellFormed())
    checkText(body, '')
  return body
}

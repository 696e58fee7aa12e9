import { invalid, MAX_VIOLATIONS, Problem } from '../../problem.ts'
import type { GatewayEvent } from '../call.ts'
import { malformed, parseJson, repeated } from './json.ts'
import { parseEntries } from './parse-entries.ts'

export const MAX_BODY_BYTES = 1024 * 1024

const JSON_TYPE = /^application\/json\s*(;|$)/i
const MERGE_PATCH_TYPE = /^application\/merge-patch\+json\s*(;|$)/i

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** Gateways represent a missing body in several ways, and the local one passes some bodies as JSON values. */
const givenText = ({ body }: GatewayEvent): string => String(body ?? '')

const decodeText = (event: GatewayEvent, maxBytes: number) => {
  const { isBase64Encoded } = event
  const body = givenText(event)
  // A character takes at most three bytes of UTF-8 for each of its UTF-16 units, so short text needs no count.
  const tooLarge = isBase64Encoded
    ? body.length * 0.75 > maxBytes + 2
    : body.length > maxBytes || (body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes)
  if (tooLarge) throw new Problem('PAYLOAD_TOO_LARGE', `The body must have at most ${maxBytes / 1024 / 1024} MiB.`)
  if (!isBase64Encoded) return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'))
  } catch {
    throw malformed('must be UTF-8 text')
  }
}

/** Returns the unparsed bytes of the body, over which a signature is computed. */
export const readRawBody = (event: GatewayEvent, maxBytes: number): Buffer => {
  const raw = Buffer.from(givenText(event), event.isBase64Encoded ? 'base64' : 'utf8')
  if (raw.length <= maxBytes) return raw
  throw new Problem('PAYLOAD_TOO_LARGE', `The body must have at most ${maxBytes / 1024 / 1024} MiB.`)
}

const readForm = (event: GatewayEvent, maxBytes: number): unknown => {
  if (!FORM_TYPE.test(event.headers['content-type'] ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/x-www-form-urlencoded.')
  const fields = new Map<string, string>()
  const twice = new Set<string>()
  for (const [name, value] of new URLSearchParams(decodeText(event, maxBytes))) {
    if (fields.has(name)) twice.add(name)
    fields.set(name, value)
  }
  if (twice.size) throw invalid(...[...twice].slice(0, MAX_VIOLATIONS + 1).map(repeated))
  return Object.fromEntries(fields)
}

interface Reading {
  form?: boolean | undefined
  listOf?: string | undefined
}

/** Returns the parsed JSON body, or the form if `form` is set; undefined without a body. */
export const readBody = (event: GatewayEvent, maxBytes: number, { form = false, listOf }: Reading = {}): unknown => {
  if (!givenText(event)) return undefined
  if (form) return readForm(event, maxBytes)
  const type = event.headers['content-type']
  const patch = event.requestContext.http.method === 'PATCH'
  if (type !== undefined && !JSON_TYPE.test(type) && !(patch && MERGE_PATCH_TYPE.test(type)))
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be application/json${patch ? ' or application/merge-patch+json' : ''}.`,
    )
  const json = decodeText(event, maxBytes)
  if (!json.trim()) return undefined
  return listOf === undefined ? parseJson(json) : parseEntries(json, listOf)
}

import type { TokenRequest } from '../../../schemas/iam/service-account.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Proof of a client; `id` is undefined if it cannot be the id of any. */
export type ClientCredentials =
  | { type: 'secret'; id: Id | undefined; secret: string }
  | { type: 'assertion'; id: Id | undefined; assertion: string }

const BASIC = /^Basic +([\w+/=-]+) *$/i

/** RFC 6749 encodes both parts as in a form. */
const decodePart = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const readBasic = (header: string): { id: string; secret: string } | undefined => {
  const [, encoded = ''] = BASIC.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  const [id, secret] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)].map(decodePart)
  return colon < 0 || id === undefined || secret === undefined ? undefined : { id, secret }
}

/** Returns the subject of an assertion before its signature is verified, only to find the key. */
const readSubject = (assertion: string): string => {
  try {
    const { sub } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
    return typeof sub === 'string' ? sub : ''
  } catch {
    return ''
  }
}

const at = (propertyPath: string, message: string): Violation => ({ propertyPath, message })

const findAssertionViolations = (given: Partial<TokenRequest>): Violation[] => [
  ...(given.client_assertion === undefined ? [at('client_assertion', 'is required')] : []),
  ...(given.client_assertion_type === undefined
    ? [at('client_assertion_type', 'is required')]
    : given.client_assertion_type === ASSERTION_TYPE
      ? []
      : [at('client_assertion_type', `must be ${ASSERTION_TYPE}`)]),
]

const refuse = () => new Problem('INVALID_CREDENTIALS', 'The client is unknown, or its credentials are not valid.')

/** Reads by which of the three methods the client proves itself. Throws if it used none or several. */
export const readClientCredentials = (
  authorization: string | undefined,
  given: Partial<TokenRequest>,
): ClientCredentials => {
  const { client_id: clientId, client_secret: secret, client_assertion: assertion } = given
  // A bearer token is no proof of a client, so it is ignored.
  const isBasic = /^Basic\b/i.test(authorization ?? '')
  const asserts = assertion !== undefined || given.client_assertion_type !== undefined
  if (Number(isBasic) + Number(secret !== undefined) + Number(asserts) > 1)
    throw invalid(at('', 'must prove the client in one way only'))
  if (isBasic) {
    const basic = readBasic(authorization ?? '')
    if (!basic || (clientId !== undefined && clientId !== basic.id)) throw refuse()
    return { type: 'secret', id: parseId(basic.id), secret: basic.secret }
  }
  if (asserts) {
    const violations = findAssertionViolations(given)
    if (violations.length || assertion === undefined) throw invalid(...violations)
    const subject = readSubject(assertion)
    if (clientId !== undefined && clientId !== subject) throw refuse()
    return { type: 'assertion', id: parseId(subject), assertion }
  }
  if (secret === undefined || clientId === undefined) throw refuse()
  return { type: 'secret', id: parseId(clientId), secret }
}

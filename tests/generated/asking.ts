import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { aMember, type Member, type Received, send } from '../support/client.ts'
import { isProof, proofPart } from '../support/proof.ts'
import { selectShare } from '../support/select-share.ts'
import { FIXTURES, type Made } from './fixtures.ts'
import { buildUrl, OPERATIONS, type Operation } from './operations.ts'

/** Member that sends requests unless a test says otherwise. */
export const member: Member = await aMember()

/** Makes a request to the operation that succeeds. */
export const usual = async ({ operation }: Operation, whose = member): Promise<Made> => {
  const fixture = FIXTURES[operation]
  if (!fixture) throw new Error(`tests/generated/fixtures.ts does not know how ${operation} is used`)
  return await fixture(whose)
}

interface Options {
  token?: string | undefined
  headers?: Record<string, string>
  event?: object
}

export const ask = (
  operation: Operation,
  made: Made,
  { token = made.token ?? member.token, headers = {}, event }: Options = {},
) =>
  send(operation.method, buildUrl(operation, made), {
    ...(made.body !== undefined && { body: made.body }),
    headers: { authorization: `Bearer ${token}`, ...made.headers, ...headers },
    ...(event && { event }),
  })

/** Selects a share of the cases; in a run of the proof those of its part, so that all parts together try every case. */
export const selectCases = <T>(cases: readonly T[], share: number): T[] => {
  if (!isProof) return selectShare(cases, share)
  const { from, count } = proofPart(OPERATIONS.length)
  const [begin, end] = [from - 1, from - 1 + count].map((n) => Math.floor((n * cases.length) / OPERATIONS.length))
  return cases.slice(begin, end)
}

export const tokenWithoutTenant = () =>
  signAccessToken(app(), { identity: newId(new Date()), session: newId(new Date()), scopes: [] })

export const where = (fits: (operation: Operation) => boolean) => OPERATIONS.filter(fits)
export const takesBody = ({ described }: Operation) => described.requestBody?.content['application/json'] !== undefined
export const findScope = ({ described }: Operation) => described['x-scope']
export const namesOne = ({ path }: Operation) => /\{(id|\w+Id)\}/.test(path)
export const responds =
  (status: number) =>
  ({ described }: Operation) =>
    String(status) in described.responses

/** Removes the parts of an answer that differ per request. */
export const comparable = ({ status, headers, text }: Received) => {
  const same = Object.entries(headers).filter(([name]) => !/^X-(Request-Id|RateLimit-)/.test(name))
  return { status, headers: Object.fromEntries(same), text: text.replace(/urn:uuid:[0-9a-f-]{36}/, 'urn:uuid:') }
}

/**
 * Makes a request whose path values name nothing, for refusals that come before anything is looked up. Nothing has to be
 * created for it.
 */
export const aimless = ({ path }: Operation): Made => ({
  params: Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, /^(id|\w+Id)$/.test(name) ? anUnknownId('') : 'x']),
  ),
})

/** Makes an id that nothing has, in the spelling of another one. */
export const anUnknownId = (like: string): string => {
  const id = newId(new Date())
  return like.length === 36 ? toUuid(id) : id
}

const AN_ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Z]{26})$/

/** Replaces the ids among path values by ids that nothing has. */
export const unknownIds = (params: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, AN_ID.test(value) ? anUnknownId(value) : value]),
  )

const ID = /\b([0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g

/** Returns the status and the text of an answer without ids and times, which differ between two requests. */
export const withoutIds = ({ status, text }: Received): [number, string] => [
  status,
  text.replaceAll(ID, 'id').replaceAll(TIME, 'time'),
]

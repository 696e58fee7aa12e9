import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aMember, type Member, send } from '../support/client.ts'
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

import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'
import { signInTo } from './sign-in.ts'

// biome-ignore lint/suspicious/noExplicitAny: any member of an answer
export type Answer = any

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

const send = (api: string, token: string | undefined, [method, path, body]: Parameters<Call>) =>
  fetch(`${api}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const read = async (answer: Response, [method, path]: Parameters<Call>): Promise<Answer> => {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
  return text && JSON.parse(text)
}

/** Calls a started stack; throws if the answer is not a success. */
export const callTo =
  (api: string, token?: string): Call =>
  async (...request) =>
    read(await send(api, token, request), request)

/**
 * Calls a started stack as a member, for as long as a busy machine needs: signs in again once the token has ended, and
 * repeats a read that was not answered in time.
 */
export const callAs = (api: string, email: string, password: string): Call => {
  let token: string | undefined
  return async (...request) => {
    for (;;) {
      token ??= (await signInTo(api, email, password)).accessToken
      const answer = await send(api, token, request)
      if (answer.status === 401) token = undefined
      else if (answer.status !== 503 || request[0] !== 'GET') return await read(answer, request)
    }
  }
}

/** Opens the table of a started stack. */
export const tableAt = (dynamodb: string) => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  return createDynamoTable('entrepot-dev')
}

import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'

// biome-ignore lint/suspicious/noExplicitAny: any member of an answer
export type Answer = any

/** Calls a started stack; throws if the answer is not a success. */
export const callTo =
  (api: string, token?: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
    return text && JSON.parse(text)
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

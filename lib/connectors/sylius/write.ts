import { ConnectorError, type Shop } from '../connector.ts'
import { joinWords, parseObject, readText } from '../reading.ts'
import { requireJson, toRefusal } from '../refusal.ts'
import { buildUrl, sendAuthorized } from './ask-shop.ts'

/** The shop's validation errors. */
export interface Refused {
  refused: string
  /** The members with errors. */
  members: string[]
}

export const readRefusal = (json: unknown): Refused => {
  const { violations, 'hydra:description': hydra, description, detail, message } = parseObject(json)
  const errors = Array.isArray(violations) ? violations.map(parseObject) : []
  const texts = errors.map((each) => joinWords(each.propertyPath ? `${each.propertyPath}:` : null, each.message))
  const all = texts.length ? texts.join(' ') : (hydra ?? description ?? detail ?? message)
  return {
    refused: `The shop rejects it: ${readText(all, 300) ?? 'it gives no reason.'}`,
    members: errors.flatMap(({ propertyPath }) => readText(propertyPath) ?? []),
  }
}

/** Creates or updates a record; undefined if the record to update does not exist. */
export const write = async (
  shop: Shop,
  method: 'POST' | 'PUT',
  path: string,
  json: Readonly<Record<string, unknown>>,
): Promise<{ record: Record<string, unknown> } | Refused | undefined> => {
  const answer = await sendAuthorized(shop, { method, url: buildUrl(shop, path).href, json })
  if (answer.json !== undefined) {
    if (answer.status === 400 || answer.status === 422) return readRefusal(answer.json)
    if (answer.status === 404 && method === 'PUT') return undefined
    if (answer.status === 409)
      throw new ConnectorError(
        'UPSTREAM_ERROR',
        'Another change of the same record was made in the shop at the same time.',
      )
  }
  return { record: parseObject(requireJson(answer, toRefusal)) }
}

import { ConnectorError, type Shop } from '../connector.ts'
import { joinWords, parseObject, readText } from '../reading.ts'
import { requireJson, toRefusal } from '../refusal.ts'
import { buildUrl, sendAuthorized } from './ask-shop.ts'

/** What the store finds wrong with what it is to keep. */
export interface Refused {
  refused: string
  /** The members it is about. */
  members: string[]
}

const readRefusal = (json: unknown): Refused => {
  const { violations, 'hydra:description': hydra, description, detail, message } = parseObject(json)
  const said = Array.isArray(violations) ? violations.map(parseObject) : []
  const texts = said.map((each) => joinWords(each.propertyPath ? `${each.propertyPath}:` : null, each.message))
  const all = texts.length ? texts.join(' ') : (hydra ?? description ?? detail ?? message)
  return {
    refused: `The store does not take it: ${readText(all, 300) ?? 'it does not say why.'}`,
    members: said.flatMap(({ propertyPath }) => readText(propertyPath) ?? []),
  }
}

/** Makes or changes a record; undefined where it is not there to be changed. */
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
      throw new ConnectorError('UPSTREAM_ERROR', 'Somebody has just changed the same in the store.')
  }
  return { record: parseObject(requireJson(answer, toRefusal)) }
}

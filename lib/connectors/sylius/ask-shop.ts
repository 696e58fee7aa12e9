import { ConnectorError, type Shop } from '../connector.ts'
import { isInteger, joinWords, parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireJson, requireList, toRefusal } from '../refusal.ts'
import { askInSession } from '../session.ts'
import type { ShopAnswer, ShopRequest } from '../shop-http.ts'

const TOKEN = /^[\x21-\x7e]{1,8192}$/

const login = async ({ credentials, http }: Shop): Promise<string> => {
  const { store_url, username, password } = credentials
  const answer = await http.send({
    method: 'POST',
    url: `${store_url}/api/v2/admin/administrators/token`,
    json: { email: username, password },
    isRepeatable: true,
  })
  const { token } = parseObject(requireJson(answer))
  if (typeof token !== 'string' || !TOKEN.test(token)) throw buildUnreadableError()
  return token
}

const LD_JSON = 'application/ld+json'

/** Sends a request with a session's token. Tokens expire after an hour and cannot be refreshed. */
export const sendAuthorized = (
  shop: Shop,
  { contentType = LD_JSON, ...call }: Pick<ShopRequest, 'method' | 'url' | 'json'> & { contentType?: string },
): Promise<ShopAnswer> =>
  askInSession(shop, {
    signIn: () => login(shop),
    send: (token) =>
      shop.http.send({
        ...call,
        headers: {
          accept: LD_JSON,
          authorization: `Bearer ${token}`,
          ...(call.json !== undefined && { 'content-type': contentType }),
        },
      }),
    isRefused: ({ status }) => status === 401,
  })

export const buildUrl = ({ credentials }: Shop, path: string) => new URL(`${credentials.store_url}/api/v2/admin${path}`)

/** Returns the IRI of the resource at a path. */
export const buildIri = (shop: Shop, path: string): string => buildUrl(shop, path).pathname

/** Requests a resource of the admin API. Throws unless the answer is successful or has the status `also`. */
export const askShop = async (
  shop: Shop,
  path: string,
  query: Readonly<Record<string, string | readonly string[]>> = {},
  also?: number,
): Promise<ShopAnswer> => {
  const url = buildUrl(shop, path)
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) url.searchParams.append(name, value)
  const answer = await sendAuthorized(shop, { url: url.href })
  if (answer.status !== also || answer.json === undefined) requireJson(answer, toRefusal)
  return answer
}

export interface Members {
  members: unknown[]
  total: number | undefined
  /** Undefined if the answer does not contain it. */
  hasNext: boolean | undefined
}

/** Reads a collection with or without the `hydra:` prefix, or a plain list. */
export const readMembers = (json: unknown): Members => {
  if (Array.isArray(json)) return { members: json, total: undefined, hasNext: undefined }
  const body = parseObject(json)
  const total = body['hydra:totalItems'] ?? body.totalItems
  const view = body['hydra:view'] ?? body.view
  return {
    members: requireList(body['hydra:member'] ?? body.member),
    total: isInteger(total) ? total : undefined,
    hasNext: view === undefined ? undefined : (parseObject(view)['hydra:next'] ?? parseObject(view).next) !== undefined,
  }
}

/** Returns the last segment of an IRI, such as `en_US` in `/api/v2/admin/locales/en_US`. */
export const readIriEnd = (iri: unknown): string | null => {
  const given = typeof iri === 'string' ? iri : parseObject(iri)['@id']
  try {
    return readText(decodeURIComponent(readText(given, 1000)?.split('/').at(-1) ?? ''))
  } catch {
    return null
  }
}

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

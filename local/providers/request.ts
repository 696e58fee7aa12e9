import type { IncomingHttpHeaders } from 'node:http'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface Said {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A request that a real provider would reject, with its error code. */
export class Refused extends Error {
  readonly said: Said

  constructor(status: number, error: string, description: string) {
    super(description)
    this.said = { status, body: { error, error_description: description } }
  }
}

const once = (given: URLSearchParams, allowed: readonly string[], optional: readonly string[]) => {
  const values = Object.fromEntries(given)
  for (const name of given.keys())
    if (given.getAll(name).length > 1 || ![...allowed, ...optional].includes(name))
      throw new Refused(400, 'invalid_request', `${name} is unknown or there twice`)
  for (const name of allowed) if (!values[name]) throw new Refused(400, 'invalid_request', `${name} is missing`)
  return values as Record<string, string>
}

/** Requires exactly these parameters, each once and not empty. */
export const queryOf = (asked: Asked, ...names: string[]) => once(asked.query, names, ['approve'])

/** Requires exactly these members of a form with the right content type. */
export const formOf = ({ headers, body, query }: Asked, ...names: string[]) => {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded' || [...query].length)
    throw new Refused(400, 'invalid_request', 'the token endpoint takes a form')
  return once(new URLSearchParams(body), names, [])
}

export const bearerOf = ({ headers }: Asked) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

export const noHeader = ({ headers }: Asked, name: string) => {
  if (headers[name] !== undefined) throw new Refused(400, 'invalid_request', `${name} does not belong here`)
}

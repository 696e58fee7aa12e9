import { member, usual } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { buildUrl, OPERATIONS, type Operation } from '../generated/operations.ts'
import { type Member, type Received, send } from '../support/client.ts'

/** A request that succeeds with its own credential, and can be sent with any other text in its place. */
export interface Presented {
  credential: string
  present(text: string): Promise<Received>
}

export const findOperation = (name: string): Operation => {
  const found = OPERATIONS.find(({ operation }) => operation === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

export const sendMade = (name: string, made: Made, from?: string): Promise<Received> => {
  const operation = findOperation(name)
  return send(operation.method, buildUrl(operation, made), {
    ...(made.body !== undefined && { body: made.body }),
    headers: { authorization: `Bearer ${made.token ?? member.token}`, ...made.headers },
    ...(from !== undefined && { from }),
  })
}

type Members = Record<string, unknown>
type Make = (whose: Member) => Promise<Made>

/** Makes a request of the operation as its fixture does. */
export const byFixture =
  (name: string): Make =>
  async (whose) => ({ token: whose.token as string, ...(await usual(findOperation(name), whose)) })

/** The credential is a member of the JSON body. */
export const inBody =
  (name: string, field: string, make: Make = byFixture(name)) =>
  async (whose: Member): Promise<Presented> => {
    const made = await make(whose)
    const body = made.body as Members
    return {
      credential: body[field] as string,
      present: (text) => sendMade(name, { ...made, body: { ...body, [field]: text } }),
    }
  }

/** The credential is a field of the form that is the body. */
export const inForm =
  (name: string, field: string, make: Make = byFixture(name)) =>
  async (whose: Member): Promise<Presented> => {
    const made = await make(whose)
    const form = Object.fromEntries(new URLSearchParams(made.body as string))
    return {
      credential: form[field] as string,
      present: (text) => sendMade(name, { ...made, body: String(new URLSearchParams({ ...form, [field]: text })) }),
    }
  }

/** The credential is a parameter of the query. */
export const inQuery =
  (name: string, field: string, make: Make = byFixture(name), finish = (query: URLSearchParams) => String(query)) =>
  async (whose: Member): Promise<Presented> => {
    const made = await make(whose)
    const query = Object.fromEntries(new URLSearchParams(made.query))
    return {
      credential: query[field] as string,
      present: (text) => sendMade(name, { ...made, query: finish(new URLSearchParams({ ...query, [field]: text })) }),
    }
  }

/** The credential is a segment of the path. */
export const inPath =
  (name: string, field: string, make: Make = byFixture(name)) =>
  async (whose: Member): Promise<Presented> => {
    const made = await make(whose)
    return {
      credential: made.params?.[field] as string,
      present: (text) => sendMade(name, { ...made, params: { ...made.params, [field]: text } }),
    }
  }

/** The credential is a header, behind a prefix. */
export const inHeader =
  (name: string, field: string, make: Make = byFixture(name), prefix = '') =>
  async (whose: Member): Promise<Presented> => {
    const made = await make(whose)
    return {
      credential: made.headers?.[field]?.slice(prefix.length) ?? '',
      present: (text) => sendMade(name, { ...made, headers: { ...made.headers, [field]: prefix + text } }),
    }
  }

/** Describes an answer by what a client could tell it from others by. */
export const describeAnswer = ({ status, body, headers }: Received): string => {
  const error = new URLSearchParams(headers.Location?.split('#')[1]).get('error')
  const paths = (body?.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath)
  return [status, body?.errorCode ?? body?.error, ...paths, error].filter(Boolean).join(' ')
}

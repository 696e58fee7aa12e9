import * as Type from 'typebox'
import { input } from '../../../../schemas/types.ts'
import { parseId } from '../../id.ts'
import { invalid, notFound, type Violation } from '../../problem.ts'
import type { Call, Opened } from '../call.ts'
import type { EndpointSpec } from '../endpoint-spec.ts'
import { getIdReader } from '../response/serializer.ts'
import { MAX_BODY_BYTES, readBody, readRawBody } from './body.ts'
import { findViolations } from './find-violations.ts'

export const NO_BODY = input({})

const dryRun = () =>
  Type.Boolean({
    default: false,
    description:
      'Answers with what the request would make, and changes nothing: no number is used up, no event is sent, and no ' +
      '`Idempotency-Key` is kept. Ids in the answer are not kept either. All refusals are those of the request itself.',
  })

/** Builds one schema of all query parameters, `dryRun` and paging included. */
export const querySchema = ({
  query = {},
  required = [],
  collection,
  open = false,
  dryRun: takesDryRun = false,
}: EndpointSpec) => ({
  ...input({
    ...query,
    ...(takesDryRun && { dryRun: dryRun() }),
    ...(collection && {
      page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
      [collection.sizeName]: Type.Integer({ minimum: 1, maximum: 100, default: collection.size }),
    }),
  }),
  required: [...required],
  additionalProperties: open,
})

/** More than any stored value has, and within the limits of a table key. */
const MAX_PATH_VALUE_BYTES = 1024
/** Limit of values whose schema has no lower one, including those of other parties. */
const MAX_QUERY_VALUE_CHARACTERS = 4096

const isTooLongForPath = (value: unknown) =>
  typeof value === 'string' && Buffer.byteLength(value) > MAX_PATH_VALUE_BYTES

const overlong = (given: Record<string, string>): Violation[] =>
  Object.entries(given)
    .filter(([, value]) => value.length > MAX_QUERY_VALUE_CHARACTERS)
    .map(([propertyPath]) => ({
      propertyPath,
      message: `must have at most ${MAX_QUERY_VALUE_CHARACTERS} characters`,
    }))

const parseQuery = (raw: string): [Record<string, string>, Violation[]] => {
  if (!raw) return [{}, []]
  const given = [...new URLSearchParams(raw)]
  const twice = given.filter(([name], i) => given.findIndex(([other]) => other === name) !== i)
  return [
    Object.fromEntries(given),
    twice.map(([name]) => ({ propertyPath: name, message: 'is given more than once' })),
  ]
}

/** Parameters `{id}` and `{…Id}` are ids; a greedy `{name+}` is text. */
const listIdParameters = (route: string) => [...route.matchAll(/\{(id|\w+Id)\}/g)].map(([, name = '']) => name)

/** Returns a function that parses path, query and body, and throws all violations of their schemas at once. */
export const parseInput = (described: EndpointSpec) => {
  const { route, body: bodySchema = NO_BODY, bodyOptional = !described.body, maxBytes = MAX_BODY_BYTES } = described
  const ids = listIdParameters(route)
  const asked = querySchema(described)
  const takesBody = !route.startsWith('GET ')
  const asksNothing = Object.keys(asked.properties).length === 0

  const readQuery = async (call: Call, raw: string): Promise<Violation[]> => {
    const [given, violations] = parseQuery(raw)
    const query: Record<string, unknown> = { ...given }
    call.given = given
    const tooLong = overlong(given)
    // Values that exceed the common limit are not validated by the schema.
    if (tooLong.length) return [...violations, ...tooLong]
    const found = findViolations(route, 'query', asked, query)
    violations.push(...(found instanceof Promise ? await found : found))
    call.query = (getIdReader(asked)?.(query) as Record<string, unknown> | undefined) ?? query
    return violations
  }

  return async ({ event }: { event: Opened }): Promise<void> => {
    const { call } = event
    const params = event.pathParameters ?? {}
    // No resource has a path value of that length.
    if (Object.values(params).some(isTooLongForPath)) throw notFound()
    for (const name of ids) {
      const id = parseId(params[name] ?? '')
      if (!id) throw notFound()
      params[name] = id
    }
    const violations = asksNothing && !event.rawQueryString ? [] : await readQuery(call, event.rawQueryString)
    if (described.raw) call.body = readRawBody(event, maxBytes)
    else if (takesBody) {
      const body = readBody(event, maxBytes, described) ?? (bodyOptional ? {} : undefined)
      if (body === undefined) violations.push({ propertyPath: '', message: 'a JSON body is required' })
      else {
        const found = findViolations(route, 'body', bodySchema, body)
        violations.push(...(found instanceof Promise ? await found : found))
      }
      if (!violations.length) call.body = getIdReader(bodySchema)?.(body) ?? body
    }
    if (violations.length) throw invalid(...violations)
  }
}

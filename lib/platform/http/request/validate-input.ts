import * as Type from 'typebox'
import { input } from '../../../../schemas/types.ts'
import { invalid, type Violation } from '../../problem.ts'
import type { Call, Middleware, Opened } from '../call.ts'
import type { EndpointSpec } from '../endpoint-spec.ts'
import { getIdReader } from '../response/serializer.ts'
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

/** Limit of values whose schema has no lower one, including those of other parties. */
const MAX_QUERY_VALUE_CHARACTERS = 4096

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

/** Validates query and body by their schemas, and throws all violations at once. */
export const validateInput = (described: EndpointSpec): Middleware => {
  const { route, raw, body: bodySchema = NO_BODY, bodyOptional = !described.body } = described
  const asked = querySchema(described)
  const takesBody = !route.startsWith('GET ') && !raw
  const asksNothing = Object.keys(asked.properties).length === 0

  const validateQuery = async (call: Call, text: string): Promise<Violation[]> => {
    const [given, violations] = parseQuery(text)
    const query: Record<string, unknown> = { ...given }
    call.given = given
    const tooLong = overlong(given)
    // Values that exceed the common limit are not validated by the schema.
    if (tooLong.length) return [...violations, ...tooLong]
    const found = findViolations(route, 'query', asked, query)
    violations.push(...(found instanceof Promise ? await found : found))
    call.query = (getIdReader(asked)?.(query) as Record<string, unknown> | undefined) ?? query
    call.isDryRun = described.dryRun === true && call.query.dryRun === true
    return violations
  }

  const validateBody = async (call: Call): Promise<Violation[]> => {
    const body = call.body ?? (bodyOptional ? {} : undefined)
    if (body === undefined) return [{ propertyPath: '', message: 'a JSON body is required' }]
    const found = findViolations(route, 'body', bodySchema, body)
    const violations = found instanceof Promise ? await found : found
    call.body = violations.length ? undefined : (getIdReader(bodySchema)?.(body) ?? body)
    return violations
  }

  const validate = async ({ call, rawQueryString }: Opened): Promise<void> => {
    const violations = asksNothing && !rawQueryString ? [] : await validateQuery(call, rawQueryString)
    if (takesBody) violations.push(...(await validateBody(call)))
    if (violations.length) throw invalid(...violations)
  }

  return {
    before({ event }) {
      return takesBody || !asksNothing || event.rawQueryString ? validate(event) : undefined
    },
  }
}

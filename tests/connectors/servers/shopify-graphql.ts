import {
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import type { Said } from './server.ts'
import { computeCost, MAX_COST } from './shopify-cost.ts'
import { type CheckedDocument, checkDocument } from './shopify-schema.ts'

type Values = Record<string, unknown>

/** Entries that a page or an input may have. */
const MAX_ENTRIES = 250
const GID = /^gid:\/\/shopify\/[A-Z]\w+\/[\w-]+(\?[\w=&-]+)?$/
const DECIMAL = /^-?\d+(\.\d+)?$/
const SCALARS: Record<string, RegExp> = {
  ID: GID,
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Decimal: DECIMAL,
  Money: DECIMAL,
  UnsignedInt64: /^\d{1,20}$/,
  URL: /^https?:\/\/[\w.-]+/,
}

/** Shopify keeps no fractions of seconds. */
const withoutFraction = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/(T\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z') : value

const isOfScalar = (name: string, value: unknown): boolean => {
  const shape = SCALARS[name]
  return !shape || (typeof value === 'string' && shape.test(value))
}

/** Lists what is wrong with an input that GraphQL itself would accept, such as a number as an id. */
const listInputFaults = (type: GraphQLInputType, value: unknown, path: string): string[] => {
  if (value === null || value === undefined) return []
  if (isNonNullType(type)) return listInputFaults(type.ofType, value, path)
  if (isListType(type)) {
    const all = Array.isArray(value) ? value : [value]
    if (all.length > MAX_ENTRIES) return [`${path} has ${all.length} entries`]
    return all.flatMap((each, at) => listInputFaults(type.ofType, each, `${path}.${at}`))
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields()
    return Object.entries(value).flatMap(([name, each]) => {
      const field = fields[name]
      return field ? listInputFaults(field.type, each, `${path}.${name}`) : []
    })
  }
  if (!isScalarType(type) || isOfScalar(type.name, value)) return []
  return [`${path} is ${JSON.stringify(value)}, which is no ${type.name}`]
}

const readField: GraphQLFieldResolver<Values, { complain: (what: string) => void }> = (source, args, context, info) => {
  const { fieldName, parentType, path, returnType } = info
  const place = `${parentType.name}.${fieldName}`
  const stored = source[path.key] === undefined ? source[fieldName] : source[path.key]
  if (stored === undefined) throw new Error(`the stand-in answers no ${place}`)
  const { name } = getNamedType(returnType)
  const found = name === 'DateTime' ? withoutFraction(stored) : stored
  for (const each of Array.isArray(found) ? found : [found])
    if (each !== null && !isOfScalar(name, each))
      throw new Error(`${place} is ${JSON.stringify(each)}, which is no ${name}`)
  const { first } = args
  if (typeof first !== 'number') {
    if (name.endsWith('Connection')) throw new Error(`${place} is asked for without a size`)
    return found
  }
  if (first < 1 || first > MAX_ENTRIES) context.complain(`${place} is asked for ${first} entries`)
  if (Array.isArray(found)) return found.slice(0, first)
  const { nodes } = found as { nodes?: unknown[] }
  return nodes && nodes.length > first ? { ...(found as Values), nodes: nodes.slice(0, first) } : found
}

const findType = (value: unknown): string | undefined => {
  const { __typename: name, id } = value as Values
  return typeof name === 'string' ? name : /^gid:\/\/shopify\/(\w+)\//.exec(String(id))?.[1]
}

const hasScope = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) || (scope.startsWith('read_') && granted.includes(scope.replace('read_', 'write_')))

const refuse = (message: string, extensions: Values): Said => ({ json: { errors: [{ message, extensions }] } })

export interface Bucket {
  available: number
  restoreRate: number
}

interface Asking {
  query: string
  variables: Values
  scopes: readonly string[]
  bucket: Bucket
  /** Says that the document or the answer is none of Shopify's. */
  complain(what: string): void
}

const readOperation = ({ document }: CheckedDocument) =>
  document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode

/** Answers a document as Shopify's Admin API of the published schema: `run` returns what its fields are picked from. */
export const answerGraphql = (asking: Asking, run: (variables: Values) => Values): Said => {
  const { query, scopes, bucket, complain } = asking
  const checked = checkDocument(query)
  for (const { message } of checked.errors) complain(message)
  if (checked.errors.length) return { json: { errors: checked.errors.map(({ message }) => ({ message })) } }
  const operation = readOperation(checked)
  const definitions = operation.variableDefinitions ?? []
  const { errors, variableValues } = getVariableValues(checked.schema, definitions, asking.variables)
  for (const { message } of errors ?? []) complain(message)
  if (!variableValues) return refuse(String(errors?.[0]?.message), { code: 'INVALID_VARIABLE' })
  const faults = definitions.flatMap(({ variable, type }) => {
    const of = typeFromAST(checked.schema, type as never) as GraphQLInputType
    return listInputFaults(of, asking.variables[variable.name.value], `$${variable.name.value}`)
  })
  for (const fault of faults) complain(fault)
  if (faults[0]) return refuse(faults[0], { code: 'INVALID_VARIABLE' })
  const variables = { ...variableValues.coerced }
  const missing = checked.scopes.find(({ any }) => !any.some((each) => hasScope(scopes, each)))
  if (missing)
    return {
      json: {
        errors: [{ message: `Access denied for ${missing.of}`, extensions: { code: 'ACCESS_DENIED' } }],
        data: null,
      },
    }
  const requestedQueryCost = computeCost(checked, variables)
  if (requestedQueryCost > MAX_COST) {
    complain(`the query costs ${requestedQueryCost}`)
    return refuse('Query cost exceeds the single query max cost limit', {
      ...{ code: 'MAX_COST_EXCEEDED', cost: requestedQueryCost, maxCost: MAX_COST },
    })
  }
  const cost = {
    requestedQueryCost,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: bucket.available, restoreRate: bucket.restoreRate },
  }
  if (requestedQueryCost > bucket.available) {
    // Whoever comes back has waited.
    bucket.available = requestedQueryCost
    const throttled = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }]
    return { json: { errors: throttled, extensions: { cost: { ...cost, actualQueryCost: null } } } }
  }
  const made = execute({
    ...{ schema: checked.schema, document: checked.document, rootValue: run(variables), contextValue: { complain } },
    ...{ variableValues: asking.variables, fieldResolver: readField as never, typeResolver: findType },
  }) as { data?: Values | null; errors?: readonly GraphQLError[] }
  for (const error of made.errors ?? []) complain(`${error.message} (${error.path?.join('.')})`)
  return { json: { ...made, extensions: { cost: { ...cost, actualQueryCost: requestedQueryCost } } } }
}

import type { Area, describe } from '../../lib/platform/docs/openapi/description.ts'
import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'
import { nameMethod, splitWords, toCamelCase } from './name-methods.ts'

export type Description = Awaited<ReturnType<typeof describe>>

interface Media {
  schema: Shown
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: object[]
  parameters: (Shown & { name: string; in: string; required: boolean; schema: Shown })[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

/** An operation as the client offers it. */
export interface Operation {
  module: string
  group: string
  name: string
  method: string
  path: string
  described: DescribedOperation
  /** Media of the answer; undefined without a body. */
  answer: { type: string; schema: Shown } | undefined
}

export const findReferred = ({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1)

const findAnswer = ({ responses }: DescribedOperation) => {
  const [type, media] =
    Object.entries(responses[200]?.content ?? responses[201]?.content ?? responses[202]?.content ?? {})[0] ?? []
  return type && media ? { type, schema: media.schema } : undefined
}

/**
 * True for operations of programs that use the API: not for pages, not for what shops and browsers call, and not for
 * forms, which sign programs in and are sent by `createServiceAccount`.
 */
const isOffered = (path: string, { requestBody, responses }: DescribedOperation) =>
  (!requestBody || 'application/json' in requestBody.content) &&
  path.startsWith('/api/') &&
  !path.startsWith('/api/docs') &&
  Object.keys(responses).some((status) => /^2/.test(status))

const findGroup = (module: string, path: string) => {
  const [first = '', second] = path.split('/').filter((segment) => segment && !/^(api|v\d+)$/.test(segment))
  return first === module && second ? second : first
}

/** Finds the type of the resource that a group lists or reads. */
const findTypes = (all: readonly Omit<Operation, 'name'>[]) => {
  const types = new Map<string, string>()
  for (const { module, group, method, path, answer } of all) {
    const type = answer && findReferred(answer.schema)?.replace(/Collection$/, '')
    const after = path.split(`/${group}`)[1]
    if (type && method === 'GET' && /^(\/\{\w+\})?$/.test(after ?? '-')) types.set(`${module} ${group}`, type)
  }
  return types
}

/** Lists the operations that the client offers, each with its place in the client. */
export const listOperations = ({ paths }: Description, areas: readonly Area[]): Operation[] => {
  const modules = new Map(areas.map(({ title, name }) => [title, name]))
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, DescribedOperation>)
      .filter(([, described]) => isOffered(path, described))
      .map(([method, described]) => {
        const module = modules.get(described.tags[0] ?? '') ?? ''
        const group = findGroup(module, path)
        return { module, group, method: method.toUpperCase(), path, described, answer: findAnswer(described) }
      }),
  )
  const types = findTypes(placed)
  const named = placed.map((each) => ({
    ...each,
    name: nameMethod(each.described.operationId, each.group, types.get(`${each.module} ${each.group}`)),
  }))
  const places = Map.groupBy(named, ({ module, group, name }) => `${module}.${toCamelCase(splitWords(group))}.${name}`)
  const twice = [...places].filter(([, operations]) => operations.length > 1)
  if (twice.length)
    throw new Error(
      `These methods have the same name: ${twice.map(([place, operations]) => `${place} (${operations.map(({ described }) => described.operationId).join(', ')})`).join('; ')}. Add names to OWN_NAMES in name-methods.ts.`,
    )
  return named
}

import type { Endpoint } from '../../http/endpoint.ts'
import { COLLECTION_PARTS, COMMON_HEADERS, COMMON_PARAMETERS } from './common.ts'
import type { Collected, Components } from './components.ts'
import { describeContent, listSchemaNames } from './describe-content.ts'
import { listProblemExamples, PROBLEM_SCHEMAS } from './describe-problems.ts'
import { INTRODUCTION } from './introduction.ts'
import { describeOperation } from './operation.ts'
import { describePath } from './parameters.ts'

/** A module as the reference shows it. */
export interface Area {
  /** The module's folder under `functions/`. */
  name: string
  title: string
  description: string
  load: () => Promise<{ endpoints: Readonly<Record<string, Endpoint>> }>
}

export interface Description {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ReturnType<typeof describeOperation>>>
  components: Components & Record<string, unknown>
}

const listOperations = async (areas: readonly Area[]) => {
  const loaded = await Promise.all(areas.map(async ({ title, load }) => ({ title, ...(await load()) })))
  return loaded.flatMap(({ title, endpoints }) =>
    Object.entries(endpoints).map(([operationId, endpoint]) => ({ title, operationId, endpoint })),
  )
}

/** Keeps the examples to which a part refers; some problems are answers of OAuth alone, which have another form. */
const keepUsed = (examples: Components['examples'], parts: readonly unknown[]) => {
  const text = JSON.stringify(parts)
  return Object.fromEntries(Object.entries(examples).filter(([name]) => text.includes(`/examples/${name}"`)))
}

/** Describes all endpoints as OpenAPI 3.1, without `servers`, which are unknown at build time. */
export const describe = async (areas: readonly Area[]): Promise<Omit<Description, 'servers'>> => {
  const operations = await listOperations(areas)
  const schemas = { ...PROBLEM_SCHEMAS, ...COLLECTION_PARTS }
  const reserved = new Set([
    ...Object.keys(schemas),
    ...operations.flatMap(({ operationId, endpoint }) => listSchemaNames(operationId, endpoint)),
  ])
  const examples = listProblemExamples()
  const collected: Collected = { schemas, responses: {}, examples, enums: new Map(), reserved }
  // Requests refer to the enums of answers, so all answers come first.
  for (const { operationId, endpoint } of operations) describeContent(operationId, endpoint, collected)
  const surroundings = { collected, operations }
  const paths: Description['paths'] = {}
  for (const { operationId, title, endpoint } of operations) {
    const path = describePath(endpoint.route)
    const [method = ''] = endpoint.route.toLowerCase().split(' ')
    paths[path] = { ...paths[path], [method]: describeOperation(operationId, title, endpoint, surroundings) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Entrepot', version: '1.0.0', description: INTRODUCTION },
    tags: areas.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas: collected.schemas,
      responses: collected.responses,
      examples: keepUsed(examples, [paths, collected.responses]),
      headers: COMMON_HEADERS,
      parameters: COMMON_PARAMETERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that signing in returns',
        },
      },
    },
  }
}

import type { Endpoint } from '../../http/endpoint.ts'
import { COLLECTION_SCHEMA, COMMON_HEADERS, COMMON_PARAMETERS } from './common.ts'
import type { Components } from './components.ts'
import { PROBLEM_SCHEMAS } from './describe-problems.ts'
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
  info: object
  servers: { url: string }[]
  tags: object[]
  paths: Record<string, Record<string, ReturnType<typeof describeOperation>>>
  components: Components & Record<string, unknown>
}

/** Describes all endpoints as OpenAPI 3.1, without `servers`, which are unknown at build time. */
export const describe = async (areas: readonly Area[]): Promise<Omit<Description, 'servers'>> => {
  const components: Components = { schemas: { ...PROBLEM_SCHEMAS, Collection: COLLECTION_SCHEMA }, responses: {} }
  const paths: Description['paths'] = {}
  for (const { title, load } of areas) {
    const { endpoints } = await load()
    for (const [operationId, endpoint] of Object.entries(endpoints)) {
      const path = describePath(endpoint.route)
      const [method = ''] = endpoint.route.toLowerCase().split(' ')
      paths[path] = { ...paths[path], [method]: describeOperation(operationId, title, endpoint, components) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Entrepot', version: '1.0.0', description: INTRODUCTION },
    tags: areas.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      ...components,
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

import type { Area } from '../../lib/platform/docs/openapi/description.ts'
import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'
import { type Description, listOperations, type Operation } from './list-operations.ts'
import { declareModules, declareQuery, listMentioned, writeRoutes } from './write-modules.ts'
import { declareType } from './write-types.ts'

const HEAD = '// Generated from the API description by `npm run generate:client`. Do not edit.\n\n'

/** Components that every client uses, whether or not an operation refers to them. */
const ALWAYS = ['ErrorCode', 'Violation', 'CollectionView', 'CollectionSearch']

const listReferred = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Lists the components that operations refer to, directly or through others. */
const findUsed = (operations: readonly Operation[], schemas: Readonly<Record<string, unknown>>) => {
  const used = new Set<string>()
  const waiting = [
    ...ALWAYS,
    ...operations.flatMap(({ described: { parameters, requestBody }, answer }) =>
      listReferred([parameters, requestBody ?? null, answer ?? null]),
    ),
  ]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...listReferred(schemas[name]))
  }
  return [...used].filter((name) => !/\wCollection$/.test(name)).sort()
}

/** Generates the sources of the client that follow from the description, by file name. */
export const generate = (description: Description, areas: readonly Area[]): Record<string, string> => {
  const operations = listOperations(description, areas)
  const { schemas } = description.components
  const names = findUsed(operations, schemas)
  const types = names.map((name) => declareType(name, schemas[name] as Shown, name.endsWith('Input')))
  const queries = operations.map(declareQuery).filter(Boolean)
  const queryNames = queries.map((query) => query.split(' ')[2] ?? '')
  const modules = declareModules(operations)
  const imported = listMentioned(modules, [...names, ...queryNames].sort())
  return {
    'schemas.ts': `${HEAD}${[...types, ...queries].join('\n')}`,
    'modules.ts': `${HEAD}import type {\n  ChangeOptions,\n  DryRunOptions,\n  Page,\n  RepeatableChangeOptions,\n  RepeatableOptions,\n  RequestOptions,\n} from '../requests.ts'\nimport type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n\n${modules}`,
    'routes.ts': `${HEAD}${writeRoutes(operations)}`,
  }
}

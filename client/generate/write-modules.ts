import { nameIterator } from '../src/name-iterator.ts'
import { findReferred, type Operation } from './list-operations.ts'
import { splitWords, toCamelCase, toPascalCase } from './name-methods.ts'
import { writeComment, writeMembers, writeType } from './write-types.ts'

const COLLECTION = /Collection$/
const PAGE = /(Collection|Page)$/

const listPathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const accepts = ({ described }: Operation, parameter: string) =>
  described.parameters.some(({ $ref }) => $ref === `#/components/parameters/${parameter}`)

const DRY_RUN = 'dryRun'

const takesDryRun = ({ described }: Operation) => described.parameters.some(({ name }) => name === DRY_RUN)

/** Lists the query parameters that are an argument; `dryRun` is an option. */
const listQuery = ({ described }: Operation) =>
  described.parameters.filter((each) => each.in === 'query' && each.name !== DRY_RUN)

/** True for lists whose pages follow each other by a cursor. */
const takesCursor = (operation: Operation) => listQuery(operation).some(({ name }) => name === 'cursor')

const findPageSize = (operation: Operation) =>
  operation.answer && PAGE.test(findReferred(operation.answer.schema) ?? '')
    ? listQuery(operation).find(({ name }) => name === 'limit' || name === 'itemsPerPage')?.name
    : undefined

const findBody = ({ described }: Operation) => {
  const media = described.requestBody?.content['application/json']
  const name = media && findReferred(media.schema)
  return name ? { name, isRequired: described.requestBody?.required ?? false } : undefined
}

const nameQuery = ({ described: { operationId } }: Operation) => `${toPascalCase(splitWords(operationId))}Query`

/** Declares the type of an operation's query; empty without one. */
export const declareQuery = (operation: Operation): string => {
  const query = listQuery(operation)
  if (!query.length) return ''
  const members = {
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
  return `export interface ${nameQuery(operation)} {\n${writeMembers(members, { indent: '', isInput: true })}}\n`
}

const nameCommonOptions = (operation: Operation) => {
  const [key, match] = [accepts(operation, 'IdempotencyKey'), accepts(operation, 'IfMatch')]
  if (key && match) return 'RepeatableChangeOptions'
  if (key) return 'RepeatableOptions'
  return match ? 'ChangeOptions' : 'RequestOptions'
}

const nameOptions = (operation: Operation) =>
  `${nameCommonOptions(operation)}${takesDryRun(operation) ? ' & DryRunOptions' : ''}`

const listArguments = (operation: Operation) => {
  const body = findBody(operation)
  const query = listQuery(operation)
  const given = [
    ...listPathParameters(operation.path).map((name) => `${name}: string`),
    ...(body ? [`input${body.isRequired ? '' : '?'}: ${body.name}`] : []),
    ...(query.length ? [`query${query.some(({ required }) => required) ? '' : '?'}: ${nameQuery(operation)}`] : []),
  ]
  return [...given, `options?: ${nameOptions(operation)}`].join(', ')
}

const nameAnswer = ({ answer }: Operation) => {
  if (!answer) return 'void'
  if (!answer.type.endsWith('json')) return 'string'
  const name = findReferred(answer.schema)
  const member = name && COLLECTION.test(name) ? name.replace(COLLECTION, '') : undefined
  return member ? `Page<${member}>` : (name ?? writeType(answer.schema, { indent: '', isInput: false }))
}

const declareMethod = (operation: Operation) => {
  const { name, method, path, described } = operation
  const comment = writeComment(
    [described.summary, described.description, `\`${method} ${path}\``].filter(Boolean).join('\n\n'),
    '  ',
  )
  const declared = `${comment}  ${name}(${listArguments(operation)}): Promise<${nameAnswer(operation)}>\n`
  if (!findPageSize(operation)) return declared
  const page = findReferred(operation.answer?.schema ?? {})
  const member = takesCursor(operation) ? `${page}['member'][number]` : page?.replace(COLLECTION, '')
  return `${declared}  /** Iterates over the members of all pages of \`${name}\`. */\n  ${nameIterator(name)}(${listArguments(operation)}): AsyncIterableIterator<${member}>\n`
}

export const nameModule = (module: string): string => toCamelCase(splitWords(module))

const nameGroupType = ({ module, group }: Operation) =>
  `${toPascalCase([...splitWords(module), ...splitWords(group)])}Methods`

const groupBy = (operations: readonly Operation[], name: (operation: Operation) => string) => [
  ...Map.groupBy(operations, name),
]

/** Declares what the client offers: an interface for each group and each module. */
export const declareModules = (operations: readonly Operation[]): string => {
  const groups = groupBy(operations, nameGroupType).map(
    ([name, methods]) => `export interface ${name} {\n${methods.map(declareMethod).join('\n')}}\n`,
  )
  const modules = groupBy(operations, ({ module }) => nameModule(module)).map(([name, methods]) => {
    const members = groupBy(methods, ({ group }) => toCamelCase(splitWords(group))).map(
      ([group, [first]]) => `    readonly ${group}: ${nameGroupType(first as Operation)}\n`,
    )
    return `  readonly ${name}: {\n${members.join('')}  }\n`
  })
  return `${groups.join('\n')}\n/** All operations, by module and by what they work on. */\nexport interface Modules {\n${modules.join('')}}\n`
}

/** Writes an operation as a line that the client reads when it is created: its route and marks. */
const writeRoute = (operation: Operation) => {
  const size = findPageSize(operation)
  const marks = [
    operation.described.security.length ? '' : 'public',
    findBody(operation) ? 'body' : '',
    listQuery(operation).length ? 'query' : '',
    accepts(operation, 'IdempotencyKey') ? 'key' : '',
    takesDryRun(operation) ? DRY_RUN : '',
    size && takesCursor(operation) ? 'cursor' : '',
    size ?? '',
  ].filter(Boolean)
  return [`${operation.method} ${operation.path}`, ...marks].join(' ')
}

/** Writes the table of routes, by module, group and method. */
export const writeRoutes = (operations: readonly Operation[]): string => {
  const table: Record<string, Record<string, Record<string, string>>> = {}
  for (const operation of operations) {
    const module = nameModule(operation.module)
    const group = toCamelCase(splitWords(operation.group))
    table[module] ??= {}
    table[module][group] ??= {}
    table[module][group][operation.name] = writeRoute(operation)
  }
  return `export const ROUTES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = ${JSON.stringify(table, null, 2)}\n`
}

/** Lists the names of types that text mentions. */
export const listMentioned = (text: string, names: readonly string[]): string[] => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const words = new Set(code.match(/\b[A-Z]\w*\b/g))
  return names.filter((name) => words.has(name))
}

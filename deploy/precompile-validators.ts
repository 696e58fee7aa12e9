import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import standalone from 'ajv/dist/standalone/index.js'
import type { Endpoint } from '../lib/platform/http/endpoint.ts'
import { createAjv } from '../lib/platform/http/request/ajv.ts'
import { NO_BODY, querySchema } from '../lib/platform/http/request/validate-input.ts'
import type { Part } from '../lib/platform/http/request/validators.ts'

const standaloneCode = standalone as unknown as typeof standalone.default

interface ValidatorSpec {
  part: Part
  schema: object
  /** Names under which `getValidator` is called for it. */
  names: string[]
}

/** Lists the schemas of a module's requests, equal ones once. */
const listValidators = (endpoints: readonly Endpoint[]): ValidatorSpec[] => {
  const validators = new Map<string, ValidatorSpec>()
  const add = (part: Part, route: string, schema: object) => {
    const content = `${part} ${JSON.stringify(schema)}`
    const same = validators.get(content) ?? { part, schema, names: [] }
    same.names.push(`${part} ${route}`)
    validators.set(content, same)
  }
  for (const endpoint of endpoints) {
    add('query', endpoint.route, querySchema(endpoint))
    if (!endpoint.route.startsWith('GET ')) add('body', endpoint.route, endpoint.body ?? NO_BODY)
  }
  return [...validators.values()]
}

/** Compiles a schema to the source of a function of that schema, which the bundle contains already. */
const compileToSource = ({ part, schema }: ValidatorSpec) => {
  const ajv = createAjv(part, { source: true })
  const code = standaloneCode(ajv, ajv.compile(schema))
  const own = code.replace(/const (schema\d+) = (\{.*?\});(?=const |function )/, (found, name, json) =>
    isDeepStrictEqual(JSON.parse(json), JSON.parse(JSON.stringify(schema))) ? `const ${name} = schema;` : found,
  )
  return `(schema, module = {}) => {\n${own.replace('"use strict";', '')}\nreturn module.exports\n}`
}

// For these two keywords the message may come from the schema's title; for others the error has all that is needed.
const WITH_TITLES = `
const at = (schema, path) =>
  path.split('/').slice(1, -1).reduce((part, name) => part?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], schema)
const withTitles = (validate, schema) => {
  const validator = (value) => {
    const fits = validate(value)
    validator.errors = validate.errors
    for (const error of validate.errors ?? [])
      if (error.keyword === 'pattern' || error.keyword === 'format') error.parentSchema = at(schema, error.schemaPath)
    return fits
  }
  return validator
}`

/**
 * Returns the source of a module that replaces `lib/platform/http/request/validators.ts` in the bundle of `entryFile`: the
 * same `getValidator`, with the validators of the module's endpoints compiled in advance.
 */
export const precompileValidators = async (entryFile: string): Promise<string> => {
  const { endpoints = {} } = (await import(pathToFileURL(entryFile).href)) as { endpoints?: Record<string, Endpoint> }
  const validators = listValidators(Object.values(endpoints))
  return [
    `const makers = [${validators.map(compileToSource).join(',\n')}]`,
    `const indexes = new Map(${JSON.stringify(validators.flatMap(({ names }, i) => names.map((name) => [name, i])))})`,
    WITH_TITLES,
    'const validators = new Map()',
    `export const getValidator = (route, part, schema) => {
  const name = part + ' ' + route
  const known = validators.get(name)
  if (known) return known
  const make = makers[indexes.get(name)]
  if (!make) throw new Error('No validator was compiled for the ' + name)
  const validator = withTitles(make(schema), schema)
  validators.set(name, validator)
  return validator
}`,
  ].join('\n')
}

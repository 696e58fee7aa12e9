import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import standalone from 'ajv/dist/standalone/index.js'
import type { Endpoint } from '../lib/platform/http/endpoint.ts'
import { createAjv } from '../lib/platform/http/request/ajv.ts'
import { NO_BODY, querySchema } from '../lib/platform/http/request/parse-input.ts'
import type { Part } from '../lib/platform/http/request/validators.ts'

const standaloneCode = standalone as unknown as typeof standalone.default

interface Wanted {
  part: Part
  schema: object
  /** As `getValidator` is asked for it. */
  names: string[]
}

/** The schemas of a module's requests, equal ones once. */
const wantedBy = (endpoints: readonly Endpoint[]): Wanted[] => {
  const wanted = new Map<string, Wanted>()
  const want = (part: Part, route: string, schema: object) => {
    const content = `${part} ${JSON.stringify(schema)}`
    const same = wanted.get(content) ?? { part, schema, names: [] }
    same.names.push(`${part} ${route}`)
    wanted.set(content, same)
  }
  for (const endpoint of endpoints) {
    want('query', endpoint.route, querySchema(endpoint))
    if (!endpoint.route.startsWith('GET ')) want('body', endpoint.route, endpoint.body ?? NO_BODY)
  }
  return [...wanted.values()]
}

/** What AJV writes for one schema, as a function of that schema: the bundle has it already, so the code need not. */
const compiled = ({ part, schema }: Wanted) => {
  const ajv = createAjv(part, { source: true })
  const code = standaloneCode(ajv, ajv.compile(schema))
  const own = code.replace(/const (schema\d+) = (\{.*?\});(?=const |function )/, (found, name, json) =>
    isDeepStrictEqual(JSON.parse(json), JSON.parse(JSON.stringify(schema))) ? `const ${name} = schema;` : found,
  )
  return `(schema, module = {}) => {\n${own.replace('"use strict";', '')}\nreturn module.exports\n}`
}

// The two keywords whose message may come from the schema's title; the rest of a violation is in the error itself.
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
 * Source of a module that stands in for `lib/platform/http/request/validators.ts` in the bundle of `entryFile`: the same `getValidator`,
 * with every validator of the module's endpoints ready made.
 */
export const precompileValidators = async (entryFile: string): Promise<string> => {
  const { endpoints = {} } = (await import(pathToFileURL(entryFile).href)) as { endpoints?: Record<string, Endpoint> }
  const wanted = wantedBy(Object.values(endpoints))
  return [
    `const made = [${wanted.map(compiled).join(',\n')}]`,
    `const places = new Map(${JSON.stringify(wanted.flatMap(({ names }, place) => names.map((name) => [name, place])))})`,
    WITH_TITLES,
    'const ready = new Map()',
    `export const getValidator = (route, part, schema) => {
  const name = part + ' ' + route
  const known = ready.get(name)
  if (known) return known
  const make = made[places.get(name)]
  if (!make) throw new Error('no validator was made for the ' + name)
  const validator = withTitles(make(schema), schema)
  ready.set(name, validator)
  return validator
}`,
  ].join('\n')
}

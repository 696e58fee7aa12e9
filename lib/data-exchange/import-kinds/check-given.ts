import type { TSchema } from 'typebox'
import { runValidator } from '../../platform/http/request/find-violations.ts'
import type { Validator } from '../../platform/http/request/validators.ts'
import { getIdReader } from '../../platform/http/response/serializer.ts'
import { invalid } from '../../platform/problem.ts'

const compiled = new WeakMap<object, Promise<Validator>>()

// Bundles have the validators of their endpoints only, and a worker has none, so the schema is compiled at its first use.
const compile = async (schema: TSchema): Promise<Validator> => {
  const { createAjv } = await import('../../platform/http/request/ajv.ts')
  return createAjv('body').compile(schema)
}

/** Returns the request with its ids in their canonical spelling. Throws all violations of the schema of the endpoint. */
export const checkGiven = async <T>(schema: TSchema, given: Readonly<Record<string, unknown>>): Promise<T> => {
  const validator = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, validator)
  const value = structuredClone(given)
  const violations = runValidator(await validator, value)
  if (violations.length) throw invalid(...violations)
  return (getIdReader(schema)?.(value) ?? value) as T
}

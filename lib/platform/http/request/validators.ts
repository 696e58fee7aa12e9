import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'

/** A compiled schema. `errors` has the violations of the last call. */
export interface Validator {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

export type Part = 'query' | 'body'

const compiled = new Map<string, Promise<Validator>>()

/**
 * Returns the validator of one part of a route's requests, compiled at first use. A bundle replaces this module by one
 * with precompiled validators, since compiling takes most of a cold start.
 */
export const getValidator = (route: string, part: Part, schema: TSchema): Validator | Promise<Validator> => {
  const name = `${part} ${route}`
  const known = compiled.get(name) ?? compile(part, schema)
  compiled.set(name, known)
  return known
}

const compile = async (part: Part, schema: TSchema): Promise<Validator> => {
  const { createAjv: ajvFor } = await import('./ajv.ts')
  return ajvFor(part).compile(schema)
}

import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'

/** A compiled schema; what it found wrong stands in `errors` until the next call. */
export interface Validator {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

export type Part = 'query' | 'body'

const compiled = new Map<string, Promise<Validator>>()

/**
 * The validator of one part of a route's requests. Compiled here at first use; a bundle has this module replaced by
 * one that holds them ready made, since compiling costs a cold start more than everything else.
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

import { objectIn, textOf } from './reading.ts'

/** Codes of the errors in a GraphQL answer; empty ones where it names none. */
export const errorCodesIn = (json: unknown): string[] => {
  const { errors } = objectIn(json)
  if (errors === undefined) return []
  if (!Array.isArray(errors)) return ['']
  return errors.map((error) => textOf(objectIn(objectIn(error).extensions).code) ?? '')
}

/** What lies at the path; undefined where a part of it is missing. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((part, name) => objectIn(part)[name], value)

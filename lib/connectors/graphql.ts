import { parseObject, readText } from './reading.ts'

/** Codes of the errors in a GraphQL answer; empty ones where it names none. */
export const listErrorCodes = (json: unknown): string[] => {
  const { errors } = parseObject(json)
  if (errors === undefined) return []
  if (!Array.isArray(errors)) return ['']
  return errors.map((error) => readText(parseObject(parseObject(error).extensions).code) ?? '')
}

/** What lies at the path; undefined where a part of it is missing. */
export const readPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((part, name) => parseObject(part)[name], value)

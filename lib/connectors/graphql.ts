import { parseObject, readText } from './reading.ts'

/** Returns the codes of the errors in a GraphQL response; an error without a code counts as an empty one. */
export const listErrorCodes = (json: unknown): string[] => {
  const { errors } = parseObject(json)
  if (errors === undefined) return []
  if (!Array.isArray(errors)) return ['']
  return errors.map((error) => readText(parseObject(parseObject(error).extensions).code) ?? '')
}

/** Returns the value at the path, or undefined if a part of the path is missing. */
export const readPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((part, name) => parseObject(part)[name], value)

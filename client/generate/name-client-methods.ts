import type { Area } from '../../lib/platform/docs/openapi/description.ts'
import { type Description, listOperations } from './list-operations.ts'
import { splitWords, toCamelCase } from './name-methods.ts'

/** Returns the paths of the description with the method of the client at each operation that it offers. */
export const nameClientMethods = (description: Description, areas: readonly Area[]): Description['paths'] => {
  const names = new Map(
    listOperations(description, areas).map(({ module, group, name, described }) => [
      described.operationId,
      [toCamelCase(splitWords(module)), toCamelCase(splitWords(group)), name].join('.'),
    ]),
  )
  return Object.fromEntries(
    Object.entries(description.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const name = names.get(operation.operationId)
          return [method, name ? { ...operation, 'x-client-method': name } : operation]
        }),
      ),
    ]),
  )
}

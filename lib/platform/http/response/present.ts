import type { Resource } from '../../../../schemas/resource.ts'
import { getFieldWriter } from './serializer.ts'

/** Returns the resource in an answer: its envelope, and the fields that its schema names. */
export const present = ({ type, context, fields, path }: Resource, value: unknown): Record<string, unknown> => {
  if (!path) return getFieldWriter(fields)({ '@context': context, '@type': type }, value)
  const shown = getFieldWriter(fields)({ '@context': context, '@id': '', '@type': type }, value)
  shown['@id'] = path(shown, value as Record<string, unknown>)
  return shown
}

import type { TObject, TProperties } from 'typebox'
import * as Type from 'typebox'
import { fillerOf } from './shape.ts'

/** A kind of resource on the wire: its type name, its fields and its canonical path. */
export interface Resource<P extends TProperties = TProperties> {
  type: string
  context: string
  fields: TObject<P>
  schema: TObject
  path: (shown: Record<string, unknown>) => string
}

const PLAIN = /^[\w.~-]*$/
const inPath = (text: string) => (PLAIN.test(text) ? text : encodeURIComponent(text))

/** `path` is filled from the shown fields, such as `/api/partner/partners/{id}`. */
export const resource = <P extends TProperties>(type: string, path: string, properties: P): Resource<P> => {
  const [start = '', ...parts] = path.split(/\{(\w+)\}/)
  const context = `/api/docs/contexts/${type}`
  return {
    type,
    context,
    fields: Type.Object(properties),
    schema: Type.Object(
      {
        '@context': Type.Unsafe<string>({ type: 'string', const: context }),
        '@id': Type.String({ format: 'uri-reference' }),
        '@type': Type.Unsafe<string>({ type: 'string', const: type }),
        ...properties,
      },
      { $id: type, additionalProperties: false },
    ),
    path: (shown) => {
      let filled = start
      for (let i = 0; i < parts.length; i += 2)
        filled += inPath(String(shown[parts[i] as string])) + (parts[i + 1] as string)
      return filled
    },
  }
}

/** The resource as it is shown: envelope and fields, from whatever holds them. */
export const present = ({ type, context, fields, path }: Resource, value: unknown): Record<string, unknown> => {
  const shown = fillerOf(fields)({ '@context': context, '@id': '', '@type': type }, value)
  shown['@id'] = path(shown)
  return shown
}

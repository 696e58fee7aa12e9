import { type TObject, type TProperties, Type } from 'typebox'
import { shapeOf } from './shape.ts'

/** A kind of resource on the wire: its type name, its fields and its canonical path. */
export interface Resource<P extends TProperties = TProperties> {
  type: string
  fields: TObject<P>
  schema: TObject
  path: (shown: Record<string, unknown>) => string
}

/** `path` is filled from the shown fields, such as `/api/partner/partners/{id}`. */
export const resource = <P extends TProperties>(type: string, path: string, properties: P): Resource<P> => {
  const parts = path.split(/\{(\w+)\}/)
  return {
    type,
    fields: Type.Object(properties),
    schema: Type.Object(
      {
        '@context': Type.Unsafe<string>({ type: 'string', const: `/api/docs/contexts/${type}` }),
        '@id': Type.String({ format: 'uri-reference' }),
        '@type': Type.Unsafe<string>({ type: 'string', const: type }),
        ...properties,
      },
      { $id: type, additionalProperties: false },
    ),
    path: (shown) => parts.map((part, i) => (i % 2 ? encodeURIComponent(String(shown[part])) : part)).join(''),
  }
}

/** The resource as it is shown: envelope and fields, from whatever holds them. */
export const present = ({ type, fields, path }: Resource, value: unknown): Record<string, unknown> => {
  const shown = shapeOf(fields)(value) as Record<string, unknown>
  return { '@context': `/api/docs/contexts/${type}`, '@id': path(shown), '@type': type, ...shown }
}

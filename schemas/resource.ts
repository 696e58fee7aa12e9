import type { TObject, TProperties } from 'typebox'
import * as Type from 'typebox'

/** The address of a resource, filled from what is shown of it and, for names that are not shown, from what holds it. */
type Path = (shown: Record<string, unknown>, holder?: Record<string, unknown>) => string

/** A kind of resource on the wire: its type name, its fields and its canonical path. */
export interface Resource<P extends TProperties = TProperties> {
  type: string
  context: string
  fields: TObject<P>
  schema: TObject
  /** Undefined for a value without an address, such as the result of a test. */
  path?: Path
  /** True if its answers have an `ETag`, so that a change can name the revision that it is for. */
  isRevised: boolean
}

/** Has an `ETag` although it does not show when it was last changed. */
export const REVISED = { isRevised: true }

const PLAIN = /^[\w.~-]*$/
const encodePathSegment = (text: string) => (PLAIN.test(text) ? text : encodeURIComponent(text))

const described = <P extends TProperties>(
  type: string,
  properties: P,
  address: TProperties,
  isRevised = false,
): Resource<P> => {
  const context = `/api/docs/contexts/${type}`
  return {
    type,
    context,
    isRevised,
    fields: Type.Object(properties),
    schema: Type.Object(
      {
        '@context': Type.Unsafe<string>({ type: 'string', const: context }),
        ...address,
        '@type': Type.Unsafe<string>({ type: 'string', const: type }),
        ...properties,
      },
      { $id: type, additionalProperties: false },
    ),
  }
}

/** A resource that is read nowhere again, so that it has no `@id`. */
export const valueResource = <P extends TProperties>(type: string, properties: P): Resource<P> =>
  described(type, properties, {})

/**
 * `path` is filled from the fields, such as `/api/partner/partners/{id}`; a GET is mounted there. A name that is no field
 * is taken from what holds them.
 */
export const resource = <P extends TProperties>(
  type: string,
  path: string,
  properties: P,
  { isRevised }: { isRevised: boolean } = { isRevised: 'updatedAt' in properties },
): Resource<P> & { path: Path } => {
  const [start = '', ...parts] = path.split(/\{(\w+)\}/)
  return {
    ...described(type, properties, { '@id': Type.String({ format: 'uri-reference' }) }, isRevised),
    path: (shown, holder = {}) => {
      let filled = start
      for (let i = 0; i < parts.length; i += 2) {
        const name = parts[i] as string
        filled += encodePathSegment(String(shown[name] ?? holder[name])) + (parts[i + 1] as string)
      }
      return filled
    },
  }
}

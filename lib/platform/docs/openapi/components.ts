/** Parts that operations share and refer to by name. */
export interface Components {
  schemas: Record<string, unknown>
  responses: Record<string, unknown>
  examples: Record<string, { summary?: string; value: unknown }>
}

/** Names of the enums among the schemas, with the schema that each is part of, by its member and its values. */
export type EnumNames = Map<string, { name: string; owner: string }[]>

/** The components that describing collects, and the keys by which they are found. */
export interface Collected extends Components {
  enums: EnumNames
  /** Names of the schemas that are no enums. */
  reserved: ReadonlySet<string>
}

/** Returns a reference to a component and adds the component. Throws if the name has another schema already. */
export const referToComponent = (schemas: Record<string, unknown>, name: string, schema: unknown) => {
  const known = schemas[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas have the name ${name}.`)
  schemas[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * Returns the `examples` of a media type with a reference to one example, and adds it to the components. Another value
 * under the same name gets the other name.
 */
export const referToExample = (
  examples: Components['examples'],
  { name, otherName, value }: { name: string; otherName: string; value: unknown },
): { examples: Record<string, { $ref: string }> } => {
  const known = examples[name]
  const used = !known || JSON.stringify(known.value) === JSON.stringify(value) ? name : otherName
  examples[used] = { value }
  return { examples: { [used]: { $ref: `#/components/examples/${used}` } } }
}

export const referToHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What operations share; they refer to it by name. */
export interface Components {
  schemas: Record<string, unknown>
  responses: Record<string, unknown>
}

/** The component's reference, made at first use; a name stands for one shape only. */
export const referToComponent = (schemas: Record<string, unknown>, name: string, schema: unknown) => {
  const known = schemas[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`)
  schemas[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

export const referToHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

import type { Description } from './description.ts'

interface ExampleRequest {
  /** Values of path and query parameters by name. */
  parameters?: Readonly<Record<string, string>>
  body?: unknown
}

/** Examples that name things which exist at one place, such as the demo tenant of a developer's machine. */
export interface Examples {
  /** Values by the beginning of a path that ends with the parameter: `/api/partner/partners/{id}`. */
  values: Readonly<Record<string, string>>
  /** Values and bodies of single operations, by method and path. They come before the values. */
  requests: Readonly<Record<string, ExampleRequest>>
}

interface Parameter {
  name?: string
  in?: string
  $ref?: string
}

interface Media {
  example?: unknown
}

/** Paths with another name of the parameter lead to the same thing: `{id}`, `{channelId}`. */
const toPlace = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const findValue = (path: string, name: string, places: ReadonlyMap<string, string>) =>
  places.get(toPlace(path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)))

const applyToParameters = (
  parameters: readonly Parameter[],
  path: string,
  { parameters: own = {} }: ExampleRequest,
  places: ReadonlyMap<string, string>,
) =>
  parameters.map((parameter) => {
    const { name = '' } = parameter
    const example = own[name] ?? (parameter.in === 'path' ? findValue(path, name, places) : undefined)
    return example === undefined ? parameter : { ...parameter, example }
  })

const applyToBody = (requestBody: { content: object }, body: unknown) => ({
  ...requestBody,
  content: Object.fromEntries(
    Object.entries(requestBody.content as Record<string, Media>).map(([type, media]) => [
      type,
      { ...media, example: body },
    ]),
  ),
})

/** Returns the paths of a description with these examples in place of neutral ones. */
export const applyExamples = (paths: Description['paths'], { values, requests }: Examples): Description['paths'] => {
  const places = new Map(Object.entries(values).map(([path, value]) => [toPlace(path), value]))
  const applyTo = (path: string, method: string, operation: Description['paths'][string][string]) => {
    const request = requests[`${method.toUpperCase()} ${path}`] ?? {}
    const { parameters, requestBody } = operation as { parameters: Parameter[]; requestBody?: { content: object } }
    return {
      ...operation,
      parameters: applyToParameters(parameters, path, request, places),
      ...(requestBody && request.body !== undefined && { requestBody: applyToBody(requestBody, request.body) }),
    }
  }
  const changed = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, applyTo(path, method, each)])),
  ])
  return Object.fromEntries(changed) as Description['paths']
}

import type { Description } from './description.ts'

interface Parameter {
  name?: string
  in?: string
  required?: boolean
  example?: unknown
}

interface Sampled {
  parameters: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> }
  'x-client-method'?: string
}

const JSON_TYPE = 'application/json'

/** Writes a value as TypeScript: names without quotes where they need none. */
const writeValue = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_$][\w$]*)": /gm, '$1$2: ')
    .replaceAll(/"([^"'\\]*)"/g, "'$1'")

const listArguments = ({ parameters, requestBody }: Sampled) => {
  const inPath = parameters.filter((each) => each.in === 'path').map(({ name, example }) => example ?? name)
  const query = parameters.filter((each) => each.in === 'query' && each.required)
  const body = requestBody?.content[JSON_TYPE]?.example
  return [
    ...inPath,
    ...(body === undefined ? [] : [body]),
    ...(query.length ? [Object.fromEntries(query.map(({ name = '', example }) => [name, example ?? name]))] : []),
  ]
}

const fillPath = (path: string, { parameters }: Sampled) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((each) => each.name === name)?.example ?? name),
  )

/** True for what programs send: neither forms nor what shops and browsers send. */
const isForPrograms = ({ requestBody }: Sampled) => !requestBody || JSON_TYPE in requestBody.content

/** Writes the call of the operation with the TypeScript client; undefined if programs do not call it. */
const writeSample = (path: string, method: string, operation: Sampled): string | undefined => {
  const name = operation['x-client-method']
  if (name) return `const answer = await client.${name}(${listArguments(operation).map(writeValue).join(', ')})`
  if (!isForPrograms(operation)) return undefined
  return `const answer = await client.request('${method.toUpperCase()}', '${fillPath(path, operation)}')`
}

/** Adds to each operation a sample of calling it with the TypeScript client. The reference makes those of curl itself. */
export const addSamples = (paths: Description['paths']): Description['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const source = writeSample(path, method, operation as Sampled)
          const samples = [{ lang: 'typescript', label: '@entrepot/client', source }]
          return [method, source ? { ...operation, 'x-codeSamples': samples } : operation]
        }),
      ),
    ]),
  )

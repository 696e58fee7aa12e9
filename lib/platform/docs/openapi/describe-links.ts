import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { isResource } from './describe-content.ts'
import { describePath } from './parameters.ts'

/** An endpoint with the name under which the description has it. */
export interface NamedEndpoint {
  operationId: string
  endpoint: EndpointSpec
}

/** Leads from an answer to an operation with what the answer names. */
interface Link {
  operationId: string
  parameters: Record<string, string>
}

const split = ({ route }: EndpointSpec) => [route.split(' ')[0] as string, describePath(route)] as const

const listNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The names of the members of a resource that the answer consists of or lists. */
const listMembers = ({ returns, collection }: EndpointSpec): readonly string[] => {
  const shown = collection?.of ?? returns
  return shown && isResource(shown) ? Object.keys(shown.fields.properties) : []
}

/** Finds the parameter behind a path if it is the only one that the rest of the other path has. */
const findNext = (path: string, other: string): string | undefined => {
  if (!other.startsWith(`${path}/{`)) return undefined
  const [name, ...more] = listNames(other.slice(path.length))
  return more.length ? undefined : name
}

/** Links the answer of an operation to operations on what was created, or on the first member of a list. */
const linkTo = (from: EndpointSpec, { operationId, endpoint }: NamedEndpoint): [string, Link][] => {
  const [, path] = split(from)
  const [method, other] = split(endpoint)
  const name = findNext(path, other)
  if (!name || (from.collection && method !== 'GET')) return []
  // A tenant that somebody creates without one is not the selected one yet.
  if (from.access === 'identity' && endpoint.access !== 'identity') return []
  const members = listMembers(from)
  const member = [name, 'id'].find((each) => members.includes(each))
  if (!member) return []
  const place = from.collection ? `member/0/${member}` : member
  const parameters = {
    ...Object.fromEntries(listNames(path).map((each) => [each, `$request.path.${each}`])),
    [name]: `$response.body#/${place}`,
  }
  return [[operationId, { operationId, parameters }]]
}

const makesOrLists = ({ route, success, collection }: EndpointSpec) =>
  collection !== undefined || (route.startsWith('POST ') && success === 201)

/**
 * Describes what can be done next with what an operation has created or listed, as members of its successful response.
 * Programs that explore or test the API follow these links.
 */
export const describeLinks = (
  endpoint: EndpointSpec,
  operations: readonly NamedEndpoint[],
): { links?: Record<string, Link> } => {
  if (!makesOrLists(endpoint)) return {}
  const links = operations.flatMap((each) => linkTo(endpoint, each))
  return links.length ? { links: Object.fromEntries(links) } : {}
}

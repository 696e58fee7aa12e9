import { type Id, parseId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'

const ADDRESS = /^commerce:\/\/\/([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)\/([^/]+)(?:\/([a-z][a-z0-9-]*)\/([^/]+))?$/

/** A kind of resource: the part of its URIs between `commerce:///` and the id. */
interface Kind {
  path: string
}

interface ResourceAddress {
  path: string
  id: Id
  /** The URI with ids in their canonical spelling, as in events. */
  uri: string
}

/** Parses the URI of a resource, which may be within another, such as a fulfilment of an order; undefined if it is none. */
const parseAddress = (uri: string): ResourceAddress | undefined => {
  const [, module, noun, text = '', innerNoun, innerText = ''] = ADDRESS.exec(uri) ?? []
  const id = parseId(text)
  if (!id) return undefined
  const outer = `commerce:///${module}/${noun}/${id}`
  if (!innerNoun) return { path: `${module}/${noun}`, id, uri: outer }
  const innerId = parseId(innerText)
  if (!innerId) return undefined
  return { path: `${module}/${innerNoun}`, id: innerId, uri: `${outer}/${innerNoun}/${innerId}` }
}

export const NOT_AN_ADDRESS = 'must be the URI of a resource, such as commerce:///partner/partners/{id}'

const refuse = (propertyPath: string) => invalid({ propertyPath, message: NOT_AN_ADDRESS })

/** Returns the address that the URI of a subject names; throws unless it is well-formed. */
export const readAddress = (uri: string): ResourceAddress => {
  const address = parseAddress(uri)
  if (!address) throw refuse('subject')
  return address
}

/** Returns the URI with ids in their canonical spelling; undefined unless it names a resource of one of the kinds. */
export const parseSubject = (kinds: readonly Kind[], uri: string): string | undefined => {
  const address = parseAddress(uri)
  return address && kinds.some(({ path }) => path === address.path) ? address.uri : undefined
}

/** Like `parseSubject`, but throws instead of returning undefined. */
export const readSubject = (kinds: readonly Kind[], uri: string, propertyPath = 'subject'): string => {
  const subject = parseSubject(kinds, uri)
  if (subject === undefined) throw refuse(propertyPath)
  return subject
}

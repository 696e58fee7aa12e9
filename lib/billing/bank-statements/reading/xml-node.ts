import { DOMParser } from '@xmldom/xmldom'

/** An element of a bank's file, whose children are found by their names without namespace. */
export interface XmlNode {
  name: string
  text: string
  attributes: (name: string) => string | undefined
  children: readonly XmlNode[]
}

const ELEMENT = 1

const toNode = (element: Element): XmlNode => {
  const children: XmlNode[] = []
  for (let child = element.firstChild; child; child = child.nextSibling)
    if (child.nodeType === ELEMENT) children.push(toNode(child as Element))
  return {
    name: element.localName,
    text: children.length ? '' : (element.textContent ?? '').trim(),
    attributes: (name) => element.getAttribute(name) || undefined,
    children,
  }
}

/** Reads XML as its elements; undefined if it is not well-formed or has a document type, whose entities are unbounded. */
export const parseXmlNode = (text: string): XmlNode | undefined => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  const refuse = () => {
    throw new SyntaxError('not well-formed')
  }
  try {
    const errorHandler = { warning: () => undefined, error: refuse, fatalError: refuse }
    const { documentElement } = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
    return documentElement ? toNode(documentElement) : undefined
  } catch (error) {
    // The parser throws errors of its own for some malformed texts, and RangeError for elements nested too deeply.
    if (error instanceof Error) return undefined
    throw error
  }
}

export const listChildren = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** Returns the first element at the path, such as `Acct/Id/IBAN`. */
export const findNode = (node: XmlNode | undefined, path: string): XmlNode | undefined => {
  let found = node
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found
}

/** Returns the text of the first of these paths that has one; null if none has. */
export const findText = (node: XmlNode | undefined, ...paths: string[]): string | null => {
  for (const path of paths) {
    const text = findNode(node, path)?.text
    if (text) return text
  }
  return null
}

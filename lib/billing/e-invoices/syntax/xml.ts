import { escapeAttribute, escapeText } from '../../../platform/html.ts'

/** XML of elements; empty if there are none. */
export type Xml = string

const formatAttributes = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')

/** Writes an element with text; nothing if there is none, because e-invoices must not have empty elements. */
export const leaf = (
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Xml => (text ? `<${name}${formatAttributes(attributes)}>${escapeText(text)}</${name}>` : '')

/** Writes an element around others; nothing if there are none. */
export const group = (name: string, ...children: readonly (Xml | readonly Xml[])[]): Xml => {
  const content = children.flat().join('')
  return content && `<${name}>${content}</${name}>`
}

export const writeDocument = (
  root: string,
  namespaces: Readonly<Record<string, string>>,
  ...children: readonly (Xml | readonly Xml[])[]
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${formatAttributes(namespaces)}>${children.flat().join('')}</${root}>\n`

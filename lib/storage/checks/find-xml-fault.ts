import { DOMParser } from '@xmldom/xmldom'
import { decodeXml } from './decode-xml.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** Namespaces that browsers run, and instructions that load other files. */
const ACTIVE = /http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)|<\?xml-stylesheet/i

const isWellFormed = (text: string) => {
  const refuse = () => {
    throw new Error('not well-formed')
  }
  try {
    const errorHandler = { warning: () => undefined, error: refuse, fatalError: refuse }
    const { documentElement } = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
    return documentElement?.localName && !/^(?:html|svg)$/i.test(documentElement.localName)
  } catch {
    return false
  }
}

/** Requires well-formed XML without a document type, whose entities could grow without bound or name files. */
export const findXmlFault = (content: Buffer): string | undefined => {
  if (content.length > MAX_BYTES) return 'The XML is larger than 5 MB.'
  const text = decodeXml(content)
  if (text === undefined) return 'The XML is not encoded in UTF-8, and declares no other encoding.'
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'The XML has a document type.'
  if (ACTIVE.test(text)) return 'The XML is a page or a drawing.'
  return isWellFormed(text) ? undefined : 'The content is no well-formed XML.'
}

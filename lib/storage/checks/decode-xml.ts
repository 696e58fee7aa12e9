/** Encodings that banks and other programs declare; everything else is UTF-8. */
const DECLARED = /^<\?xml[^>]{0,100}?encoding=["'](iso-8859-1|iso-8859-15|windows-1252)["']/i

/** Decodes XML in the encoding that it declares; undefined if its bytes do not fit. */
export const decodeXml = (content: Buffer): string | undefined => {
  const encoding = DECLARED.exec(content.toString('latin1', 0, 200))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

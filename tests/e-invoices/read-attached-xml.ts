import { getDocumentProxy } from 'unpdf'

/** Reads the XML in a hybrid e-invoice; undefined if the PDF has none. */
export const readAttachedXml = async (pdf: Buffer): Promise<string | undefined> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const attached = (await document.getAttachments()) ?? new Map()
  const [id] = [...attached].find(([, { filename }]) => filename === 'factur-x.xml') ?? []
  const content = id === undefined ? null : await document.getAttachmentContent(id)
  return content ? Buffer.from(content).toString() : undefined
}

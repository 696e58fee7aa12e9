import { getDocumentProxy } from 'unpdf'

/** Reads the XML in a hybrid e-invoice; undefined if the PDF has none. */
export const readAttachedXml = async (pdf: Buffer): Promise<string | undefined> => {
  const attachments = (await (await getDocumentProxy(new Uint8Array(pdf))).getAttachments()) as Record<
    string,
    { content: Uint8Array }
  > | null
  const content = attachments?.['factur-x.xml']?.content
  return content && Buffer.from(content).toString()
}

import { PDFDocument } from '@cantoo/pdf-lib'

/** Reads the XML in a hybrid e-invoice; undefined if the PDF has none. */
export const readAttachedXml = async (pdf: Buffer): Promise<string | undefined> => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const found = document.getAttachments().find(({ name }) => name === 'factur-x.xml')
  return found && Buffer.from(found.data).toString()
}

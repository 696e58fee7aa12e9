import { AFRelationship, PDFDocument, PDFName, PDFRef, PDFString } from '@pdfme/pdf-lib'
import { escapeText } from '../../../platform/html.ts'
import { buildSrgbProfile } from './srgb-profile.ts'

/** The name by which Factur-X finds the XML. */
export const CII_FILE_NAME = 'factur-x.xml'

const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The version of the standard that the embedded XML follows'],
  ['ConformanceLevel', 'The conformance level of the embedded XML'],
] as const

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const VALUES = {
  DocumentFileName: CII_FILE_NAME,
  DocumentType: 'INVOICE',
  Version: '1.0',
  ConformanceLevel: 'EN 16931',
}

/** PDF/A asks that properties beyond its own are described in the metadata. */
const EXTENSION_SCHEMA = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(
  ([name, description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

const formatTime = (at: Date) => at.toISOString().replace(/\.\d{3}Z$/, 'Z')

const buildMetadata = (
  title: string,
  author: string,
  at: Date,
) => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeText(title)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${escapeText(author)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreateDate>${formatTime(at)}</xmp:CreateDate><xmp:ModifyDate>${formatTime(at)}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">${PROPERTIES.map(([name]) => `<fx:${name}>${VALUES[name]}</fx:${name}>`).join('')}</rdf:Description>
${EXTENSION_SCHEMA}
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`

const name = (text: string) => PDFName.of(text)

const addColourSpace = ({ context, catalog }: PDFDocument) => {
  const profile = context.register(context.flateStream(buildSrgbProfile(), { N: 3 }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB'),
    DestOutputProfile: profile,
  })
  catalog.set(name('OutputIntents'), context.obj([context.register(intent)]))
}

const addMetadata = ({ context, catalog }: PDFDocument, metadata: string) => {
  const before = catalog.get(name('Metadata'))
  if (before instanceof PDFRef) context.delete(before)
  // Readers find the metadata without a PDF parser, so it must not be compressed.
  const stream = context.stream(Buffer.from(metadata), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(name('Metadata'), context.register(stream))
}

/**
 * Puts the XML into the PDF and makes it a PDF/A-3b with the metadata of Factur-X; the same input gives the same bytes. The
 * PDF must have its fonts embedded and no colours of devices other than RGB and grey.
 */
export const embedCii = async (pdf: Uint8Array, xml: string): Promise<Buffer> => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const at = document.getCreationDate() ?? new Date(0)
  await document.attach(Buffer.from(xml), CII_FILE_NAME, {
    mimeType: 'text/xml',
    description: 'Factur-X',
    creationDate: at,
    modificationDate: at,
    afRelationship: AFRelationship.Alternative,
  })
  addColourSpace(document)
  addMetadata(document, buildMetadata(document.getTitle() ?? '', document.getAuthor() ?? '', at))
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  )
}

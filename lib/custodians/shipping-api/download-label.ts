import { parseObject, readText } from '../../connectors/reading.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { CustodianError, type CustodianSystem, type LabelFormat } from '../custodian-connector.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { askEasyPost, NAME } from './ask-easypost.ts'

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 15_000

const STARTS: Readonly<Record<LabelFormat, RegExp>> = { PDF: /^%PDF-/, PNG: /^\x89PNG\r\n/, ZPL: /\^XA/i }
const FILE_TYPES: Readonly<Record<LabelFormat, string>> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  ZPL: 'application/zpl',
}

/** Returns the link to the file in the format; undefined if the label has to be converted first. */
const findLink = (value: unknown, format: LabelFormat): string | undefined => {
  const label = parseObject(value)
  const own = format === 'PDF' ? label.label_pdf_url : format === 'ZPL' ? label.label_zpl_url : undefined
  const isOwn = label.label_file_type === FILE_TYPES[format]
  return readText(own, 2048) ?? (isOwn ? (readText(label.label_url, 2048) ?? undefined) : undefined)
}

const buildMissing = (cause?: unknown) =>
  new CustodianError('UNAVAILABLE', `The file of the label cannot be loaded from ${NAME}.`, { isUnclear: true, cause })

const load = async ({ outbound }: CustodianSystem, url: string): Promise<Buffer> => {
  try {
    // The link leads to a storage that is no part of the API, so that no credentials are sent.
    const { status, body } = await outbound.send({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    if (status === 200) return body
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw buildMissing(error)
  }
  throw buildMissing()
}

/** Loads the file of a bought label at once, because links end. */
export const downloadLabel = async (
  system: CustodianSystem,
  path: string,
  label: unknown,
  format: LabelFormat,
): Promise<Buffer> => {
  let link = findLink(label, format)
  if (!link) {
    const answer = await askEasyPost(system, `${path}/label?file_format=${format}`)
    link = findLink(parseObject(requireJson(NAME, answer)).postage_label, format)
  }
  if (!link) throw buildMissing()
  const file = await load(system, link)
  if (!STARTS[format].test(file.toString('latin1', 0, 1000))) throw buildMissing()
  return file
}

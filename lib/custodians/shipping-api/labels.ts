import { parseObject, readText } from '../../connectors/reading.ts'
import { parseMinorUnits } from '../../platform/money/minor-units.ts'
import type { PacedAnswer } from '../../platform/outbound/paced-http.ts'
import { isPathSegment } from '../../platform/path-segment.ts'
import {
  type CancelAnswer,
  CustodianError,
  type CustodianSystem,
  type Label,
  type LabelAddress,
  type LabelFormat,
  type LabelOffer,
  type ParcelToLabel,
  type TrackedParcel,
} from '../custodian-connector.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { afterSending, buildUnreadableError, listObjects, requireId } from '../vendor/remote.ts'
import { askEasyPost, NAME, readCarrierAccount } from './ask-easypost.ts'
import { downloadLabel } from './download-label.ts'
import { readTracker } from './tracker.ts'

type Json = Record<string, unknown>

const GRAMS_PER_OUNCE = 28.349523125
const MILLIMETRES_PER_INCH = 25.4

const round = (value: number) => Math.ceil(value * 100) / 100

const isRefused = ({ status }: PacedAnswer) => status === 400 || status === 422

export const test = async (system: CustodianSystem): Promise<void> => {
  readCarrierAccount(system)
  requireJson(NAME, await askEasyPost(system, '/addresses?page_size=1'))
}

const buildAddress = ({
  name,
  company,
  line1,
  line2,
  city,
  region,
  postalCode,
  countryCode,
  phone,
  email,
}: LabelAddress) => ({
  name,
  company,
  street1: line1,
  street2: line2,
  city,
  state: region,
  zip: postalCode,
  country: countryCode,
  phone,
  email,
})

const buildShipment = ({ reference, from, to, weightGrams, sizeMillimetres: size, format }: ParcelToLabel) => ({
  reference,
  from_address: buildAddress(from),
  to_address: buildAddress(to),
  parcel: {
    // EasyPost counts in ounces and inches.
    weight: round(weightGrams / GRAMS_PER_OUNCE),
    ...(size && {
      length: round(size.length / MILLIMETRES_PER_INCH),
      width: round(size.width / MILLIMETRES_PER_INCH),
      height: round(size.height / MILLIMETRES_PER_INCH),
    }),
  },
  options: { label_format: format, print_custom_1: reference },
})

const isSame = (wanted: string | null, given: unknown) =>
  wanted === null || wanted.toLowerCase() === readText(given)?.toLowerCase()

const readPrice = ({ rate, currency }: Json) => {
  const code = readText(currency)?.toUpperCase() ?? ''
  const amount = /^[A-Z]{3}$/.test(code) ? parseMinorUnits(readText(rate) ?? '', code) : undefined
  return amount === undefined ? null : { amount, currency: code }
}

const chooseRate = (rates: readonly Json[], { carrier, service }: ParcelToLabel, account: string | undefined) =>
  rates
    .filter((rate) => isSame(carrier, rate.carrier) && isSame(service, rate.service))
    .filter((rate) => account === undefined || rate.carrier_account_id === account)
    .toSorted((a, b) => Number(a.rate) - Number(b.rate))[0]

/** Registers a parcel, which costs nothing, and chooses the cheapest of its prices. */
export const offerLabel = async (system: CustodianSystem, parcel: ParcelToLabel): Promise<LabelOffer> => {
  const account = readCarrierAccount(system)
  const json = { shipment: { ...buildShipment(parcel), ...(account && { carrier_accounts: [account] }) } }
  const answer = await askEasyPost(system, '/shipments', { method: 'POST', json, isRepeatable: true })
  if (isRefused(answer))
    throw new CustodianError('INVALID_CONFIG', `${NAME} refuses the parcel. Check its addresses, weight and size.`)
  const shipment = parseObject(requireJson(NAME, answer))
  const rate = chooseRate(listObjects(shipment.rates), parcel, account)
  if (!rate)
    throw new CustodianError('INVALID_CONFIG', `${NAME} has no price for the parcel with this carrier and service.`)
  return {
    remoteId: requireId(NAME, shipment.id),
    rateId: requireId(NAME, rate.id),
    carrier: readText(rate.carrier) ?? '',
    service: readText(rate.service) ?? '',
    price: readPrice(rate),
  }
}

const buildPath = (remoteId: string) => {
  if (!isPathSegment(remoteId)) throw buildUnreadableError(NAME)
  return `/shipments/${encodeURIComponent(remoteId)}`
}

const readShipment = async (system: CustodianSystem, remoteId: string): Promise<Json | undefined> => {
  const answer = await askEasyPost(system, buildPath(remoteId))
  return answer.status === 404 ? undefined : parseObject(requireJson(NAME, answer))
}

const isBought = ({ postage_label: label, tracking_code: code }: Json) => Boolean(label) && readText(code) !== null

const readLabel = async (system: CustodianSystem, shipment: Json, format: LabelFormat): Promise<Label> => {
  const { selected_rate, tracker, tracking_code } = shipment
  const { carrier, service } = parseObject(selected_rate)
  const remoteId = requireId(NAME, shipment.id)
  return {
    remoteId,
    carrier: readText(carrier),
    service: readText(service),
    trackingNumber: requireId(NAME, tracking_code),
    trackingUrl: readText(parseObject(tracker).public_url, 2048),
    format,
    file: await downloadLabel(system, buildPath(remoteId), shipment.postage_label, format),
  }
}

export const findLabel = async (
  system: CustodianSystem,
  remoteId: string,
  format: LabelFormat,
): Promise<Label | undefined> => {
  const shipment = await readShipment(system, remoteId)
  return shipment && isBought(shipment) ? await readLabel(system, shipment, format) : undefined
}

/** A shipment that has a label is bought; asking first keeps a second call from paying again. */
export const buyLabel = async (
  system: CustodianSystem,
  { remoteId, rateId }: Pick<LabelOffer, 'remoteId' | 'rateId'>,
  format: LabelFormat,
): Promise<Label> => {
  const known = await findLabel(system, remoteId, format)
  if (known) return known
  const call = { method: 'POST', json: { rate: { id: rateId } } } as const
  const answer = await askEasyPost(system, `${buildPath(remoteId)}/buy`, call)
  if (isRefused(answer)) {
    // It may have been bought meanwhile.
    const bought = await afterSending(() => findLabel(system, remoteId, format))
    if (!bought) throw new CustodianError('INVALID_CONFIG', `${NAME} does not sell the label. Check the account there.`)
    return bought
  }
  const shipment = parseObject(requireJson(NAME, answer))
  if (!isBought(shipment)) throw buildUnreadableError(NAME)
  return await afterSending(() => readLabel(system, shipment, format))
}

const REFUNDS: Readonly<Record<string, CancelAnswer>> = {
  submitted: { answer: 'pending' },
  refunded: { answer: 'accepted' },
  rejected: { answer: 'refused', reason: 'The carrier does not give the money back for this label.' },
  not_applicable: { answer: 'refused', reason: 'The carrier bills this label only when it scans the parcel.' },
}

const readRefund = ({ refund_status: status }: Json): CancelAnswer | undefined =>
  typeof status === 'string' && Object.hasOwn(REFUNDS, status) ? REFUNDS[status] : undefined

export const voidLabel = async (system: CustodianSystem, remoteId: string): Promise<CancelAnswer> => {
  const shipment = await readShipment(system, remoteId)
  if (!shipment) return { answer: 'refused', reason: `${NAME} does not know the label.` }
  const known = readRefund(shipment)
  if (known && known.answer !== 'refused') return known
  const answer = await askEasyPost(system, `${buildPath(remoteId)}/refund`, { method: 'POST', isRepeatable: true })
  if (isRefused(answer)) return { answer: 'refused', reason: `${NAME} does not give the money back for this label.` }
  return readRefund(parseObject(requireJson(NAME, answer))) ?? { answer: 'pending' }
}

/** Registers the number, or returns what is known of it: EasyPost has one tracker for a carrier and a number. */
export const trackParcel = async (
  system: CustodianSystem,
  { carrier, trackingNumber }: { carrier: string | null; trackingNumber: string },
): Promise<TrackedParcel> => {
  const json = { tracker: { tracking_code: trackingNumber, ...(carrier && { carrier }) } }
  const answer = await askEasyPost(system, '/trackers', { method: 'POST', json, isRepeatable: true })
  if (isRefused(answer))
    throw new CustodianError('INVALID_CONFIG', `${NAME} cannot track this number. Check the number and the carrier.`)
  const parcel = readTracker(requireJson(NAME, answer))
  if (!parcel) throw buildUnreadableError(NAME)
  return parcel
}

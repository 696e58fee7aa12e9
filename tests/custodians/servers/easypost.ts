import { createHmac } from 'node:crypto'
import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { shippingApi } from '../../../lib/custodians/shipping-api/easypost.ts'
import type { Asked, Said } from '../../connectors/servers/server.ts'
import type { Stage } from '../contract.ts'
import { Bad, demand, SKUS, startVendor } from './vendor.ts'

const KEY = 'EZTK0123456789abcdef'

interface Rate extends Record<string, unknown> {
  id: string
  carrier: string
}

interface Shipment extends Record<string, unknown> {
  id: string
  rates: Rate[]
  tracking_code: string | null
  postage_label: Record<string, unknown> | null
  refund_status: string | null
}

const wrong = (message: string) =>
  new Bad(422, { error: { code: 'SHIPMENT.INVALID', message: `secret wording: ${message}`, errors: [] } })

const FILES: Record<string, string> = { pdf: '%PDF-1.4 label', png: '\x89PNG\r\n label', zpl: '^XA label ^XZ' }
const TYPES: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' }

/** The part of EasyPost that the connector calls, with the storage of its label files. */
export const startEasyPost = async () => {
  const shipments = new Map<string, Shipment>()
  const trackers = new Map<string, Record<string, unknown>>()
  const webhookSecret = 'secret-of-thé-webhook'
  const mode = { bought: 0, isFileGone: false, file: undefined as string | undefined, refund: 'submitted' }

  const place = (body: unknown): Said => {
    const { shipment } = demand(body, { shipment: 'object' })
    const wanted = demand(
      shipment,
      { reference: 'text', from_address: 'object', to_address: 'object', parcel: 'object', options: 'object' },
      { carrier_accounts: 'list' },
    )
    for (const address of [wanted.from_address, wanted.to_address] as Record<string, unknown>[])
      if (!address.street1 || !address.country) throw wrong('address')
    if (!(Number((wanted.parcel as Record<string, unknown>).weight) > 0)) throw wrong('weight')
    const { label_format: format } = demand(wanted.options, { label_format: 'text', print_custom_1: 'text' })
    const id = `shp_${shipments.size + 1}`
    const rate = (carrier: string, service: string, price: string, account: string) => ({
      id: `rate_${id}_${service}`,
      carrier,
      service,
      rate: price,
      currency: 'EUR',
      carrier_account_id: account,
    })
    const rates = [
      rate('DHL', 'Express', '33.10', 'ca_dhl'),
      rate('DHL', 'Paket', '5.93', 'ca_dhl'),
      rate('UPS', 'Standard', '10.20', 'ca_ups'),
    ]
    const accounts = wanted.carrier_accounts as string[] | undefined
    shipments.set(id, {
      id,
      format,
      rates: rates.filter((each) => !accounts || accounts.includes(each.carrier_account_id)),
      selected_rate: null,
      tracking_code: null,
      tracker: null,
      postage_label: null,
      refund_status: null,
    })
    return { status: 201, json: shipments.get(id) }
  }

  const show = (format: unknown) => {
    const kind = String(format).toLowerCase()
    const link = `${vendor.server.url}/files/${kind}`
    const links = { label_pdf_url: kind === 'pdf' ? link : null, label_zpl_url: kind === 'zpl' ? link : null }
    return { label_file_type: TYPES[kind], label_url: link, ...links }
  }

  const buy = (shipment: Shipment, body: unknown): Said => {
    const { rate } = demand(body, { rate: 'object' })
    const { id } = demand(rate, { id: 'text' })
    if (shipment.postage_label) throw wrong('postage already exists')
    const chosen = shipment.rates.find((each) => each.id === id)
    if (!chosen) throw wrong('rate')
    mode.bought += 1
    Object.assign(shipment, {
      selected_rate: chosen,
      tracking_code: `0034${mode.bought}`,
      tracker: { public_url: 'https://track.easypost.test/1' },
      postage_label: show(shipment.format),
    })
    return { json: shipment }
  }

  const track = (body: unknown): Said => {
    const { tracker } = demand(body, { tracker: 'object' })
    const { tracking_code: code, carrier = 'DHL' } = demand(tracker, { tracking_code: 'text' }, { carrier: 'text' })
    if (!/^\w+$/.test(String(code))) throw wrong('tracking code')
    const key = `${carrier} ${code}`
    const known = trackers.get(key) ?? {
      id: `trk_${trackers.size + 1}`,
      tracking_code: code,
      carrier,
      tracking_details: [],
    }
    trackers.set(key, known)
    return { json: known }
  }

  const answer = (asked: Asked): Said => {
    const { method, path, headers, query, body } = asked
    const file = /^\/files\/(\w+)$/.exec(path)?.[1]
    if (file) {
      if (headers.authorization) throw new Error('the storage must not see the key')
      return mode.isFileGone
        ? { status: 403, page: 'expired' }
        : { page: Buffer.from(mode.file ?? FILES[file] ?? '', 'latin1') }
    }
    if (headers.authorization !== `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`)
      return { status: 401, json: { error: { code: 'APIKEY.INACTIVE', message: 'secret wording' } } }
    if (`${method} ${path}` === 'GET /addresses') return { json: { addresses: [], has_more: false } }
    if (`${method} ${path}` === 'POST /shipments') return place(body)
    if (`${method} ${path}` === 'POST /trackers') return track(body)
    const [, noun, id = '', verb = ''] = path.split('/')
    const shipment = noun === 'shipments' ? shipments.get(id) : undefined
    if (!shipment) return { status: 404, json: { error: { code: 'NOT_FOUND' } } }
    switch (`${method} ${verb}`) {
      case 'GET ':
        return { json: shipment }
      case 'POST buy':
        return buy(shipment, body)
      case 'GET label':
        return { json: { ...shipment, postage_label: show(query.get('file_format')) } }
      case 'POST refund':
        if (shipment.refund_status) throw wrong('refunded already')
        shipment.refund_status = mode.refund
        return { json: shipment }
      default:
        return { status: 404, json: {} }
    }
  }

  const credentials = { integrationId: 'easypost', secretKey: KEY, publicKey: 'any', webhookSecret }
  const vendor = await startVendor({ credentials, answer })

  /** Builds a webhook as EasyPost signs it: weights are signed as decimals. */
  const notify = (body: unknown): CustodianDelivery => {
    const raw = Buffer.from(JSON.stringify(body))
    const signed = raw.toString().replace('"weight":12,', '"weight":12.0,')
    const hmac = createHmac('sha256', webhookSecret.normalize('NFKD')).update(signed).digest('hex')
    return { headers: { 'x-hmac-signature': `hmac-sha256-hex=${hmac}` }, raw }
  }

  return {
    connector: shippingApi,
    ...vendor,
    wrong: { ...credentials, secretKey: 'wrong-key-of-easypost' },
    secrets: [KEY, webhookSecret, vendor.secret, 'secret wording'],
    skus: SKUS,
    shipments,
    trackers,
    credentials,
    mode,
    notify,
    countOrders: () => 0,
    work: () => {},
  } satisfies Stage & Record<string, unknown>
}

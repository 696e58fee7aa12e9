import { aTariff, RATES } from '../billing/tariffing.ts'
import { aDelivery, anAuthorizedReturn, RETURNS, receive, request } from '../fulfilment/returning.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const aRequest = async (member: Member) => {
  const { salesOrderId, sku } = await aDelivery(member, 4)
  return { salesOrderId, reason: 'Wrong size', lines: [{ sku, quantity: 2, reason: null }] }
}

const aRequestedReturn = async (member: Member) => {
  const { salesOrderId, sku } = await aDelivery(member, 4)
  return (await request(member, salesOrderId, sku, 2)).body
}

const ofRequested =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aRequestedReturn(member)).id }, body })

const authorized = async (member: Member) => {
  const { salesOrderId, sku } = await aDelivery(member, 4)
  return await anAuthorizedReturn(member, salesOrderId, sku, 2)
}

const anUnannouncedReturn = async (member: Member) => {
  const { sku, custodian, order } = await aDelivery(member, 4)
  const lines = [{ sku, quantity: 1, condition: 'opened', disposition: 'restock' }]
  const { body } = await member.post(`${RETURNS}/unannounced`, {
    custodianId: custodian.id,
    sender: 'Ada Lovelace',
    lines,
  })
  return { id: body.id as string, order }
}

const tariffFor = (partnerId: string) => ({
  partnerId,
  name: 'Fulfilment',
  basis: 'custody',
  direction: 'owed',
  currency: 'EUR',
  rates: RATES,
  timezone: 'Europe/Berlin',
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
})

const madeTariff = async (member: Member) => (await aTariff(member, (await aPartner(member)).id)).body

export const RETURN_FIXTURES: Record<string, Fixture> = {
  listReturns: async (member) => {
    const { salesOrderId } = await aRequestedReturn(member)
    return { query: `status=requested&salesOrderId=${salesOrderId}` }
  },
  requestReturn: async (member) => {
    const body = await aRequest(member)
    return { body, other: { ...body, reason: 'Too late' } }
  },
  getReturn: ofRequested(),
  authorizeReturn: ofRequested({ carrier: 'DHL', trackingNumber: '4711', labelUrl: 'https://labels.example.com/4711' }),
  rejectReturn: ofRequested({ reason: 'The return period has ended' }),
  cancelReturn: ofRequested(),
  receiveReturn: async (member) => {
    const { id, lines } = await authorized(member)
    const line = { lineId: lines[0].id, quantity: 1, condition: 'opened', disposition: 'restock' }
    const body = { receivedAt: null, note: 'Complete', lines: [line] }
    return { params: { id }, body, other: { ...body, note: 'Wet' } }
  },
  receiveUnannouncedReturn: async (member) => {
    const { sku, custodian } = await aDelivery(member, 4)
    const line = { sku, quantity: 1, condition: 'opened', disposition: 'restock', serialNumbers: null }
    const told = {
      receivedAt: null,
      sender: 'Ada',
      carrier: 'DHL',
      trackingNumber: '4711',
      reason: 'Unknown',
      note: 'Wet',
    }
    const body = { custodianId: custodian.id, ...told, lines: [line] }
    return { body, other: { ...body, note: 'Dry' } }
  },
  listReturnCandidates: async (member) => ({
    params: { id: (await anUnannouncedReturn(member)).id },
    query: 'trackingNumber=4711&orderNumber=DE-100045&name=Ada',
  }),
  joinReturn: async (member) => {
    const { id, order } = await anUnannouncedReturn(member)
    return { params: { id }, body: { fulfilmentOrderId: order.id } }
  },
  resolveReturn: async (member) => {
    const made = await authorized(member)
    await receive(member, made, 1)
    const body = { resolution: 'refunded', note: null, refundAmount: 3990, currency: 'EUR', refundReference: 're_1' }
    return { params: { id: made.id }, body }
  },
  renderReturnSlip: async (member) => ({ params: { id: (await authorized(member)).id }, body: { locale: 'de_DE' } }),
  getFulfilmentAnalytics: async () => ({ query: 'from=2026-03-01&to=2026-03-31' }),

  listTariffs: async (member) => ({ query: `partnerId=${(await madeTariff(member)).partnerId}&basis=custody` }),
  createTariff: async (member) => ({
    body: tariffFor((await aPartner(member)).id),
    other: tariffFor((await aPartner(member)).id),
  }),
  getTariff: async (member) => ({ params: { id: (await madeTariff(member)).id } }),
  endTariff: async (member) => ({
    params: { id: (await madeTariff(member)).id },
    body: { validUntil: '2099-12-31' },
  }),
  dryRunTariffPeriod: async (member) => ({
    params: { id: (await madeTariff(member)).id },
    body: { from: '2026-03-01', to: '2026-03-31' },
  }),
  dryRunTariff: async (member) => {
    const { partnerId } = await madeTariff(member)
    const lines = [{ sku: 'TEA-GREEN-100', quantity: 2 }]
    return { body: { partnerId, basis: 'custody', on: null, lines, hasParcel: true, isFirst: true } }
  },
}

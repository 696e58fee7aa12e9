import type { Id } from '../../lib/platform/id.ts'
import { anUnknownId } from '../generated/asking.ts'
import { FIXTURES, type Made } from '../generated/fixtures.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Position } from './positions.ts'

type Reference = (member: Member) => Promise<string>

const make = async (operation: string, member: Member): Promise<Made> => {
  const fixture = FIXTURES[operation]
  if (!fixture) throw new Error(`There is no fixture of ${operation}.`)
  return await fixture(member)
}

/** Takes a path value of a fixture. */
const ofPath =
  (operation: string, name = 'id'): Reference =>
  async (member) =>
    (await make(operation, member)).params?.[name] as string

interface Body {
  holdId: string
  lines: readonly { lineId: string }[]
}

/** Takes a member of the body of a fixture. */
const ofBody =
  (operation: string, pick: (body: Body) => string | undefined): Reference =>
  async (member) =>
    pick((await make(operation, member)).body as Body) as string

const anItemOfAPaymentRun: Reference = async (member) => {
  const id = await ofPath('getPaymentRun')(member)
  return (await member.get(`/api/billing/payment-runs/${id}`)).body.items[0].id
}

const anAllocation: Reference = async (member) => {
  const { body } = await make('recordPayment', member)
  const payment = (await member.post('/api/billing/payments', body)).body
  return payment.allocations[0].id
}

const aPartnerUri: Reference = async (member) => `commerce:///partner/partners/${(await aPartner(member)).id}`

const aLineOfAnInvoice = ofPath('updateInvoiceLineItem', 'lineId')
const aLineOfAnOrder = ofBody('splitFulfilmentOrder', ({ lines }) => lines[0]?.lineId)

/** Creates what a member of a query or body names, by the name of the member, or by operation and name. */
const REFERENCES: Readonly<Record<string, Reference>> = {
  actorId: async ({ identity }) => identity,
  allocationIds: anAllocation,
  assortmentId: ofPath('getAssortment'),
  attachmentDocumentIds: ofPath('getDocument'),
  billIds: ofPath('getBill'),
  categoryId: ofPath('getCategory'),
  categoryIds: ofPath('getCategory'),
  channelId: ofPath('getChannel'),
  cursor: ofPath('getAuditEntry'),
  custodianId: ofPath('getCustodian'),
  custodianIds: ofPath('getCustodian'),
  customerId: ofPath('getCustomer'),
  customerIds: ofPath('getCustomer'),
  defaultFulfilmentPolicyId: ofPath('getFulfilmentPolicy'),
  fileId: ofPath('getFileContent'),
  fromCustodianId: ofPath('getCustodian'),
  fulfilmentOrderId: ofPath('getFulfilmentOrder'),
  fulfilmentOrderIds: ofPath('getFulfilmentOrder'),
  holdId: ofBody('releaseFulfilmentOrder', ({ holdId }) => holdId),
  invoiceId: ofPath('renderInvoice'),
  itemIds: anItemOfAPaymentRun,
  lineId: aLineOfAnOrder,
  lotId: ofPath('getLot'),
  mappingId: ofPath('getBankCsvMapping'),
  memberId: ofPath('getMember'),
  merchantId: ofPath('getMerchant'),
  originalLineItemId: aLineOfAnInvoice,
  parentId: ofPath('getCategory'),
  partnerId: ofPath('getPartner'),
  policyId: ofPath('getFulfilmentPolicy'),
  principal: async ({ tenant }) => `commerce:///iam/tenants/${tenant}`,
  productId: ofPath('getProduct'),
  recipient: async ({ identity }) => identity,
  resourceId: ofPath('getPartner'),
  salesOrderId: ofPath('getOrder'),
  serialUnitIds: ofPath('getSerialUnit'),
  settlementIds: ofPath('getSettlement'),
  stockItemId: ofPath('getStockItem'),
  subject: aPartnerUri,
  target: async (member) => `commerce:///sales/channels/${await ofPath('getChannel')(member)}`,
  tenantId: async ({ tenant }) => tenant,
  toCustodianId: ofPath('getCustodian'),
  variantId: ofPath('getVariant'),
  'receiveReturn lineId': ofBody('receiveReturn', ({ lines }) => lines[0]?.lineId),
  'updateInvoice id': aLineOfAnInvoice,
}

export const findReference = (operation: string, { name }: Position): Reference | undefined =>
  REFERENCES[`${operation} ${name}`] ?? REFERENCES[name]

const known = new Map<string, Promise<string>>()

/** Returns the id or URI of a resource of the member that belongs at the position; creates it once per member. */
export const referTo = async (operation: string, position: Position, member: Member): Promise<string> => {
  const reference = findReference(operation, position)
  if (!reference) throw new Error(`tests/crossing/references.ts does not know what ${position.name} names`)
  const key = `${member.tenant} ${member.identity} ${REFERENCES[`${operation} ${position.name}`] ? operation : ''} ${position.name}`
  const made = known.get(key) ?? reference(member)
  known.set(key, made)
  return await made
}

/** Makes an id or URI that nothing has, in the form of another one. */
export const unknownLike = (value: string): string => {
  const [, beginning = '', id = value] = /^(commerce:.*\/)([^/]+)$/.exec(value) ?? []
  return beginning + anUnknownId(id)
}

export const isOfTenant =
  (tenant: Id) =>
  ({ pk }: { pk: string }): boolean =>
    pk.includes(tenant)

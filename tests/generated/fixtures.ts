import { hash } from 'node:crypto'
import { createPortalLink } from '../../lib/document/portal/portal-link.ts'
import { addEmailToken, sealEmailToken } from '../../lib/iam/accounts/email-token.ts'
import { putLink } from '../../lib/iam/external/link-store.ts'
import { findEmailOwner, tenantKey } from '../../lib/iam/identity-store.ts'
import { members } from '../../lib/iam/member-store.ts'
import { addSatellite } from '../../lib/iam/satellites/satellite-registry.ts'
import { buildTrace, buildTraceItem, type Decisions } from '../../lib/notification/fan-out/trace-store.ts'
import { buildMemberScope } from '../../lib/notification/member-scope.ts'
import { notifications } from '../../lib/notification/notifications/notification-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { buildOutboxItem, type Occurred } from '../../lib/platform/events/outbox/outbox.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { MemberState } from '../../schemas/iam/member.ts'
import { CHANNELS } from '../../schemas/notification/topic.ts'
import { invitationsOf } from '../iam/people.ts'
import { aCustodian, anInvoice, aPartner, aPushSubscription, aRecurringProfile } from '../support/builders.ts'
import { client, type Member } from '../support/client.ts'
import { aConnectedCustodian, begin, brought, startWorld } from '../support/oauth-provider.ts'
import { buildAccountFixtures } from './account-fixtures.ts'
import { ATTACHMENT_FIXTURES } from './attachment-fixtures.ts'
import { AUDIT_FIXTURES } from './audit-fixtures.ts'
import { BANK_FIXTURES } from './bank-fixtures.ts'
import { CATALOG_FIXTURES } from './catalog-fixtures.ts'
import { CUSTODIAN_FIXTURES } from './custodian-fixtures.ts'
import { CUSTOMER_FIXTURES } from './customer-fixtures.ts'
import { DATA_EXCHANGE_FIXTURES } from './data-exchange-fixtures.ts'
import { anEInvoice } from './e-invoice-fixtures.ts'
import { FILE_FIXTURES } from './file-fixtures.ts'
import { FULFILMENT_FIXTURES } from './fulfilment-fixtures.ts'
import { INVENTORY_FIXTURES } from './inventory-fixtures.ts'
import { ORDER_FIXTURES } from './order-fixtures.ts'
import { PAYMENT_FIXTURES } from './payment-fixtures.ts'
import { PAYMENT_RUN_FIXTURES } from './payment-run-fixtures.ts'
import { RETURN_FIXTURES } from './return-fixtures.ts'
import { SALES_FIXTURES } from './sales-fixtures.ts'
import { SELF_BILLING_FIXTURES } from './self-billing-fixtures.ts'
import { SERVICE_ACCOUNT_FIXTURES } from './service-account-fixtures.ts'
import { SHIPMENT_FIXTURES } from './shipment-fixtures.ts'
import { SHOP_FULFILMENT_FIXTURES } from './shop-fulfilment-fixtures.ts'
import { WEBHOOK_FIXTURES } from './webhook-fixtures.ts'

/** Everything that a successful request to an operation needs. */
export interface Made {
  params?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
  /** Another valid body, if the same one with another `name` is not valid. */
  other?: unknown
  /** Token of the caller, if a member of a tenant is not enough. */
  token?: string
}

type Fixture = (member: Member) => Promise<Made>

const AUTH = '/api/v1/iam/auth'
const PASSWORD = 'correct horse battery'
const { post } = client()

const A_CELL = { type: 'partner.partner.created', channel: 'email', enabled: false }

const nothing: Fixture = async () => ({})
const only =
  (body: unknown): Fixture =>
  async () => ({ body })

let people = 0

const registered = async () => {
  const email = `generated${++people}.${process.env.TABLE_NAME}@example.com`
  await post(`${AUTH}/register`, { email, password: PASSWORD, firstName: 'Ada' })
  return { email, password: PASSWORD }
}

/** Creates the token that a mail to the address contains. */
const mailedToken = async (email: string, purpose: 'verification' | 'password-reset') => {
  const { db, clock } = app()
  const identity = (await findEmailOwner(db, email, clock())) as string
  const { token } = await sealEmailToken(app(), identity)
  await runInUnit(db, { tenant: undefined, actor: null, now: clock() }, async (unit) =>
    addEmailToken(unit, identity, purpose, token),
  )
  return token
}

const verified = async () => {
  const person = await registered()
  await post(`${AUTH}/verify-email`, { token: await mailedToken(person.email, 'verification') })
  return person
}

let known: ReturnType<typeof verified> | undefined
/** Caches an account whose password never changes, because hashing takes long. */
const somebody = () => {
  known ??= verified()
  return known
}

const signedIn = async () => {
  const { status, text, body } = await post(`${AUTH}/login`, await somebody())
  if (status !== 200) throw new Error(`The account that fixtures share cannot sign in: ${status} ${text}`)
  return body
}

const aSatellite = async () => {
  const clientId = `satellite-${++people}`
  const redirectUri = 'https://satellite.example/signed-in'
  const codeVerifier = 'v'.repeat(43)
  const codeChallenge = hash('sha256', codeVerifier, 'base64url')
  const secret = await addSatellite(app(), clientId, [redirectUri])
  return { secret, codeVerifier, asked: { clientId, redirectUri, codeChallenge } }
}

const asSignedIn: Fixture = async () => ({ token: (await signedIn()).accessToken })

const withSession: Fixture = async () => {
  const { accessToken } = await signedIn()
  const { body } = await client(accessToken).get('/api/iam/sessions')
  return { token: accessToken, params: { id: body.member[0].id } }
}

const withExternalAccount: Fixture = async () => {
  const { accessToken } = await signedIn()
  const { get } = client(accessToken)
  const account = { issuer: 'https://login.example', subject: newId(new Date()) }
  const { id: identity } = (await get('/api/iam/me')).body
  await runInUnit(app().db, { tenant: undefined, actor: null, now: app().clock() }, async (unit) => {
    putLink(unit, 'oidc', account, identity, undefined)
  })
  return { token: accessToken, params: { id: (await get('/api/iam/external-accounts')).body.member[0].id } }
}

/** Creates a notification for the caller. */
const aTracedEvent = async ({ tenant, identity }: Member) => {
  const { db, clock } = app()
  const partnerId = newId(clock())
  const event = buildOutboxItem(newId(clock()), clock(), {
    topic: 'partner.partner.created',
    tenant,
    actor: identity,
    subject: `commerce:///partner/partners/${partnerId}`,
    data: { partnerId, partnerName: 'Nordlicht' },
  }) as unknown as Occurred
  const decisions = Object.fromEntries(CHANNELS.map((channel) => [channel, { send: true }])) as Decisions
  await db.put({ put: buildTraceItem(event, 0, buildTrace([{ id: identity, decisions }], 1, clock()), clock()) })
  return event.sk
}

const aNotification = async ({ tenant, identity }: Member) => {
  const { db, clock } = app()
  const scope = { tenant: buildMemberScope({ tenant, identity }), actor: null, now: clock() }
  return await runInUnit(db, scope, async (unit) =>
    unit.create(notifications, {
      id: newId(clock()),
      type: 'operational',
      topic: 'partner.partner.created',
      title: 'New partner',
      message: 'Nordlicht was added.',
      priority: 'normal',
      eventId: newId(new Date()),
      isRead: false,
      readAt: null,
      resourceId: null,
      resourceType: null,
      subject: null,
    }),
  )
}

const withNotification: Fixture = async (member) => {
  await aNotification(member)
  return {}
}

/** Stores the member's tenant, for operations on its members. */
const standing = async ({ tenant: id }: Member) => {
  const { db, clock } = app()
  const item = { kind: 'tenant', id, rev: 1, name: 'Nordlicht', country: null, createdAt: clock().toISOString() }
  await db.put({ put: { ...tenantKey(id), ...item }, when: 'attribute_not_exists(pk)' })
}

const withMember =
  (status: MemberState, body?: unknown): Fixture =>
  async (member) => {
    await standing(member)
    const { db, clock } = app()
    const { id } = await runInUnit(db, { tenant: member.tenant, actor: null, now: clock() }, async (unit) =>
      unit.create(members, {
        identityId: newId(clock()),
        email: `colleague${++people}@example.com`,
        firstName: 'Grace',
        role: 'finance',
        status,
        invitation: null,
      }),
    )
    return { params: { id }, body }
  }

const withCustodian =
  (body?: unknown, fields: Record<string, unknown> = {}): Fixture =>
  async (member) => ({ params: { id: (await aCustodian(member, fields)).id }, body })

const withInvoice =
  (body?: unknown, fields: Record<string, unknown> = {}): Fixture =>
  async (member) => ({ params: { id: (await anInvoice(member, fields)).id }, body })

const withInvoiceLine =
  (body?: unknown): Fixture =>
  async (member) => {
    const { id, lineItems } = await anInvoice(member)
    return { params: { id, lineId: lineItems[0].id }, body }
  }

const aDocument = async (member: Member) => {
  const { id } = await anInvoice(member, { issueImmediately: true })
  return (await member.post(`/api/billing/invoices/${id}/render`, {})).body
}

/** Creates the last path segment of the public address of a document. */
const aLink = async (member: Member) => {
  const documentId = (await aDocument(member)).id
  const link = await createPortalLink(app(), { tenant: member.tenant, documentId }, 30, app().clock())
  return link.slice(link.lastIndexOf('/') + 1)
}

const aBill = (partnerId: string) => ({
  partnerId,
  billNumber: `R-${++people}`,
  currency: 'EUR',
  totalAmount: 11_900,
  issuedAt: '2026-03-01',
  dueAt: '2026-03-31T00:00:00+02:00',
})

const recordedBill = async (member: Member) =>
  (await member.post('/api/billing/bills', aBill((await aPartner(member)).id))).body

const withBill =
  (body?: unknown, ...before: [string, object?][]): Fixture =>
  async (member) => {
    const { id } = await recordedBill(member)
    for (const [action, sent] of before) await member.post(`/api/billing/bills/${id}/${action}`, sent)
    return { params: { id }, body }
  }

const chargeFor = (partnerId: string) => ({
  partnerId,
  scope: 'storage',
  chargeType: 'storage_fee',
  description: 'Storage, March',
  amount: 4250,
  currency: 'EUR',
  occurredAt: '2026-03-31T10:00:00Z',
})

const makeSettlement = (partnerId: string) => ({
  partnerId,
  basis: 'period',
  currency: 'EUR',
  period: { type: 'monthly', startDate: '2026-03-01', endDate: '2026-03-31' },
  scopes: ['storage'],
})

const aCharge = async (member: Member) =>
  (await member.post('/api/billing/charges', chargeFor((await aPartner(member)).id))).body

const ruleFor = (partnerId: string) => ({
  partnerId,
  scope: 'storage',
  basis: 'period',
  currency: 'EUR',
  periodType: 'monthly',
})

const aRule = async (member: Member) =>
  (await member.post('/api/billing/auto-settlement-rules', ruleFor((await aPartner(member)).id))).body

const withSettlement =
  (body?: unknown, ...before: string[]): Fixture =>
  async (member) => {
    const { id: partnerId } = await aPartner(member)
    await member.post('/api/billing/charges', chargeFor(partnerId))
    const { body: made } = await member.post('/api/billing/settlements', makeSettlement(partnerId))
    for (const action of before) await member.post(`/api/billing/settlements/${made.id}/${action}`)
    return { params: { id: made.id }, body }
  }

const withCreditNote =
  (body?: unknown, fields: Record<string, unknown> = {}): Fixture =>
  async (member) => {
    const { id: invoiceId } = await anInvoice(member, { issueImmediately: true })
    const created = await member.post('/api/billing/credit-notes', { invoiceId, reason: 'Damaged goods', ...fields })
    return { params: { id: created.body.id }, body }
  }

const withProfile =
  (body?: unknown, ...before: string[]): Fixture =>
  async (member) => {
    const { id } = await aRecurringProfile(member)
    for (const action of before) await member.post(`/api/billing/recurring-invoice-profiles/${id}/${action}`)
    return { params: { id }, body }
  }

const SETTINGS = '/api/configuration/settings'
const aSetting = async (member: Member) => {
  const { body } = await member.get(`${SETTINGS}?itemsPerPage=100`)
  return body.member.find(
    (each: { type: string; defaultValue: unknown }) => each.type === 'integer' && each.defaultValue,
  )
}

/** Finds a setting of which the tenant stores nothing. */
const anUnsetSetting = async (member: Member) => {
  const setting = await aSetting(member)
  await member.post(`${SETTINGS}/${setting.id}/reset`)
  return setting
}

let world: ReturnType<typeof startWorld> | undefined
const withProviders = () => {
  world ??= startWorld()
  return world
}

const CREDENTIALS = { accessToken: 'token-from-the-provider', channelId: '1042' }

let written = 0
/** Body for a locale without a template. */
const newTemplate = () => ({
  notificationType: 'partner.partner.created',
  channelType: 'storage',
  name: 'New partners, in German',
  locale: `de_${String(++written).padStart(3, '0')}`,
  subjectTemplate: 'Neuer Partner',
  bodyTemplate: '{{ partnerName }} ist dazugekommen.',
})

const aTemplate = async (member: Member): Promise<string> => {
  const { body } = await member.post('/api/notification/templates', newTemplate())
  return body.id
}

/** A valid request for each operation. */
export const FIXTURES: Readonly<Record<string, Fixture>> = {
  ...CATALOG_FIXTURES,
  ...INVENTORY_FIXTURES,
  ...FULFILMENT_FIXTURES,
  ...CUSTODIAN_FIXTURES,
  ...CUSTOMER_FIXTURES,
  ...ORDER_FIXTURES,
  ...SALES_FIXTURES,
  ...SHIPMENT_FIXTURES,
  ...WEBHOOK_FIXTURES,
  ...FILE_FIXTURES,
  ...DATA_EXCHANGE_FIXTURES,
  ...ATTACHMENT_FIXTURES,
  ...PAYMENT_FIXTURES,
  ...SHOP_FULFILMENT_FIXTURES,
  ...AUDIT_FIXTURES,
  ...RETURN_FIXTURES,
  ...SELF_BILLING_FIXTURES,
  ...BANK_FIXTURES,
  ...PAYMENT_RUN_FIXTURES,
  ...SERVICE_ACCOUNT_FIXTURES,
  ...buildAccountFixtures(verified),

  register: async () => ({ body: { email: `new${++people}@example.com`, password: PASSWORD, firstName: 'Ada' } }),
  verifyEmail: async () => ({ body: { token: await mailedToken((await registered()).email, 'verification') } }),
  resendVerification: async () => ({ body: { email: (await registered()).email } }),
  // An account of its own, because the wrong passwords of tests would keep others from signing in.
  login: async () => ({ body: await verified() }),
  refresh: async () => ({ body: { refreshToken: (await signedIn()).refreshToken } }),
  requestPasswordReset: async () => ({ body: { email: (await somebody()).email } }),
  resetPassword: async () => ({
    body: {
      token: await mailedToken((await verified()).email, 'password-reset'),
      newPassword: 'another horse battery',
    },
  }),
  selectTenant: async () => {
    const { accessToken, tenants } = await signedIn()
    return { token: accessToken, body: { tenantId: tenants[0].id } }
  },
  logoutEverywhere: asSignedIn,
  logoutOtherSessions: asSignedIn,
  probeAbilities: async (member) => ({
    body: { subject: `commerce:///partner/partners/${(await aPartner(member)).id}`, scopes: ['partner:partner:write'] },
  }),
  startExternalSignIn: async () => ({ params: { kind: 'social_oauth_a' }, body: { returnUri: null } }),
  externalSignInCallback: async () => ({ params: { kind: 'social_oauth_a' }, query: 'error=access_denied' }),
  receiveExternalSignIn: async () => ({
    params: { kind: 'saml' },
    body: 'SAMLResponse=none&RelayState=none',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  issueSatelliteCode: async () => ({ token: (await signedIn()).accessToken, body: (await aSatellite()).asked }),
  exchangeSatelliteCode: async () => {
    const { asked, secret, codeVerifier } = await aSatellite()
    const { body } = await client((await signedIn()).accessToken).post('/api/iam/satellite/authorize', asked)
    return { body: { code: body.code, clientId: asked.clientId, clientSecret: secret, codeVerifier } }
  },
  getMe: asSignedIn,
  updateMe: async () => ({ token: (await signedIn()).accessToken, body: { phone: '+4930901820' } }),
  deleteOwnAccount: async () => ({ token: (await post(`${AUTH}/login`, await verified())).body.accessToken }),
  listSessions: asSignedIn,
  getSession: withSession,
  endSession: withSession,
  listExternalAccounts: asSignedIn,
  getExternalAccount: withExternalAccount,
  unlinkExternalAccount: withExternalAccount,
  listTenants: asSignedIn,
  getTenant: async () => {
    const { accessToken, tenants } = await signedIn()
    return { token: accessToken, params: { id: tenants[0].id } }
  },
  createTenant: async () => ({ token: (await signedIn()).accessToken, body: { name: 'Nordlicht' } }),
  leaveTenant: async () => {
    const { accessToken } = await signedIn()
    const guest = await verified()
    const { body: tenant } = await client(accessToken).post('/api/iam/tenants', { name: 'Nordlicht' })
    const inside = await client(accessToken).post('/api/iam/auth/select-tenant', { tenantId: tenant.id })
    await client(inside.body.accessToken).post('/api/iam/members', { email: guest.email, role: 'viewer' })
    const [token] = await invitationsOf(tenant.id, guest.email)
    await post(`${AUTH}/accept-invitation`, { token })
    return { token: (await post(`${AUTH}/login`, guest)).body.accessToken, params: { id: tenant.id } }
  },
  listMembers: withMember('active'),
  getMember: withMember('active'),
  inviteMember: async (member) => {
    await standing(member)
    const email = `guest${++people}@example.com`
    return { body: { email, role: 'finance' }, other: { email, role: 'viewer' } }
  },
  changeMemberRole: withMember('active', { role: 'viewer' }),
  suspendMember: withMember('active'),
  reinstateMember: withMember('suspended'),
  removeMember: withMember('active'),
  acceptInvitation: async (member) => {
    await standing(member)
    const email = `guest${++people}@example.com`
    await member.post('/api/iam/members', { email, role: 'finance' })
    const [token] = await invitationsOf(member.tenant, email)
    return { body: { token, password: PASSWORD, firstName: 'Grace' } }
  },
  getKeySet: nothing,
  issueServiceAccountToken: async () => {
    const { accessToken, tenants } = await signedIn()
    const inside = await client(accessToken).post('/api/iam/auth/select-tenant', { tenantId: tenants[0].id })
    const sponsor = client(inside.body.accessToken)
    const account = { name: 'Warehouse reports', scopes: ['partner:partner:read'] }
    const { body } = await sponsor.post('/api/iam/service-accounts', account)
    const key = await sponsor.post(`/api/iam/service-accounts/${body.id}/keys`)
    const fields = { grant_type: 'client_credentials', client_id: body.id, client_secret: key.body.secret }
    return {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  },

  listPartners: async (member) => {
    await aPartner(member)
    return {}
  },
  createPartner: only({
    name: 'Nordlicht',
    roles: ['Partner.Supplier'],
    address: { city: 'Hamburg' },
    bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  }),
  getPartner: async (member) => ({ params: { id: (await aPartner(member)).id } }),
  recordVatCheck: async (member) => ({
    params: { id: (await aPartner(member, { vatId: 'ATU12345675' })).id },
    body: { vatId: 'ATU12345675', checkedAt: '2026-03-02T09:30:00Z', isValid: true, service: 'VIES' },
  }),
  updatePartner: async (member) => ({ params: { id: (await aPartner(member)).id }, body: { name: 'Südlicht' } }),

  auditBillingNumbers: nothing,
  listAutoSettlementRules: async (member) => {
    await aRule(member)
    return {}
  },
  createAutoSettlementRule: async (member) => {
    const body = ruleFor((await aPartner(member)).id)
    return { body, other: { ...body, scope: 'sales' } }
  },
  getAutoSettlementRule: async (member) => ({ params: { id: (await aRule(member)).id } }),
  settleByAutoSettlementRule: async (member) => {
    const { id: partnerId } = await aPartner(member)
    await member.post('/api/billing/charges', chargeFor(partnerId))
    const rule = { ...ruleFor(partnerId), basis: 'on_demand', periodType: null }
    return { params: { id: (await member.post('/api/billing/auto-settlement-rules', rule)).body.id } }
  },
  deleteAutoSettlementRule: async (member) => ({ params: { id: (await aRule(member)).id } }),
  listSettlementScopes: nothing,
  getSettlementScope: async () => ({ params: { scope: 'storage' } }),
  listSettlements: async (member) => {
    await withSettlement()(member)
    return { query: 'status=open&periodType=monthly' }
  },
  createSettlement: async (member) => ({
    body: makeSettlement((await aPartner(member)).id),
    other: makeSettlement((await aPartner(member)).id),
  }),
  getSettlement: withSettlement(),
  approveSettlement: withSettlement({ notes: 'As agreed', selfBilling: false }),
  addSettlementLineItem: withSettlement({
    type: 'adjustment',
    description: 'Agreed by telephone',
    amount: -2500,
    currency: 'EUR',
    subject: null,
    chargeType: null,
    itemOccurredAt: '2026-03-31T10:00:00Z',
    metadata: { agreedWith: 'Zofia' },
  }),
  markSettlementPaid: withSettlement({ paymentReference: 'SEPA 4711', paymentMethod: 'bank_transfer' }, 'approve'),
  generateSettlementStatement: withSettlement({ format: 'html' }),
  rejectSettlement: withSettlement({ reason: 'Storage was charged twice' }),

  listBills: async (member) => {
    await recordedBill(member)
    return {}
  },
  getBill: async (member) => ({ params: { id: (await recordedBill(member)).id } }),
  recordBill: async (member) => ({
    body: aBill((await aPartner(member)).id),
    other: aBill((await aPartner(member)).id),
  }),
  updateBill: withBill({ totalAmount: 12_000, subject: 'Freight, corrected' }),
  reviewBill: withBill(),
  approveBill: withBill({ notes: 'As ordered' }),
  scheduleBill: withBill({ scheduledPaymentDate: '2099-03-31' }, ['approve']),
  markBillPaid: withBill({ paymentReference: 'SEPA 4711', paymentMethod: 'bank_transfer' }, ['approve']),
  disputeBill: withBill({ reason: 'Two pallets were damaged' }),
  resolveBill: withBill(undefined, ['dispute', { reason: 'Two pallets were damaged' }]),
  cancelBill: withBill({ reason: 'The partner sent a corrected bill' }),
  getPartnerStatement: async (member) => ({ params: { partnerId: (await recordedBill(member)).partnerId } }),
  renderPartnerStatement: async (member) => ({
    params: { partnerId: (await recordedBill(member)).partnerId },
    body: {},
  }),
  listCharges: async (member) => {
    await aCharge(member)
    return {}
  },
  listUnsettledByPartner: async (member) => {
    await aCharge(member)
    return { query: 'from=2026-03-01&to=2026-03-31' }
  },
  listUnsettledCharges: async (member) => {
    const { partnerId, currency } = await aCharge(member)
    return { query: `partnerId=${partnerId}&currency=${currency}&from=2026-03-01&to=2026-03-31` }
  },
  getUnsettledSums: async (member) => {
    await aCharge(member)
    return {}
  },
  createCharge: async (member) => ({
    body: chargeFor((await aPartner(member)).id),
    other: chargeFor((await aPartner(member)).id),
  }),
  getCharge: async (member) => ({ params: { id: (await aCharge(member)).id } }),
  updateCharge: async (member) => ({ params: { id: (await aCharge(member)).id }, body: { amount: -250 } }),

  listCreditNotes: async (member) => {
    await withCreditNote()(member)
    return {}
  },
  createCreditNote: async (member) => ({
    body: {
      invoiceId: (await anInvoice(member, { issueImmediately: true })).id,
      reason: 'Damaged goods',
      lineItems: [{ description: 'Pallet', quantity: 0.5, unitPrice: 100 }],
    },
    other: {
      invoiceId: (await anInvoice(member, { issueImmediately: true })).id,
      reason: 'Wrong price',
    },
  }),
  getCreditNote: withCreditNote(),
  updateCreditNote: withCreditNote({
    reason: 'Damaged in transit',
    lineItems: [{ description: 'Pallet', quantity: 0.5, unitPrice: 100 }],
  }),
  deleteCreditNote: withCreditNote(),
  cancelCreditNote: withCreditNote(),
  applyCreditNote: withCreditNote(undefined, { issueImmediately: true }),
  issueCreditNote: withCreditNote({ creditNoteNumber: null }),
  renderCreditNote: withCreditNote(),
  downloadCreditNoteEInvoice: async (member) => {
    const given = { invoiceId: (await anEInvoice(member)).id, reason: 'Damaged goods', issueImmediately: true }
    const { body } = await member.post('/api/billing/credit-notes', given)
    return { params: { id: body.id }, query: 'format=facturx' }
  },

  listRecurringProfiles: async (member) => {
    await aRecurringProfile(member)
    return { query: 'status=active' }
  },
  createRecurringProfile: async (member) => {
    const body = {
      partnerId: (await aPartner(member)).id,
      currencyCode: 'EUR',
      cadence: 'quarterly',
      anchorDay: 31,
      startAt: '2099-01-31',
      endAt: '2100-01-31',
      dueDays: 14,
      autoIssue: true,
      notes: 'Thank you',
      lines: [{ description: 'Storage', quantity: 1, unitPrice: 100, reference: null, taxCategoryId: null }],
    }
    return { body, other: { ...body, notes: 'Thanks' } }
  },
  getRecurringProfile: withProfile(),
  updateRecurringProfile: withProfile({
    name: 'Storage in Hamburg',
    dueDays: 30,
    endAt: '2100-01-31',
    lines: [{ description: 'Storage', quantity: 2, unitPrice: 100 }],
    validFrom: '2099-03-01',
  }),
  listRecurringProfileInvoices: withProfile(),
  pauseRecurringProfile: withProfile(),
  resumeRecurringProfile: withProfile(undefined, 'pause'),
  endRecurringProfile: withProfile(),

  listInvoices: async (member) => {
    await anInvoice(member)
    return {}
  },
  generateInvoice: async (member) => {
    const body = {
      partnerId: (await aPartner(member)).id,
      dueDate: '2099-03-31',
      currencyCode: 'EUR',
      lineItems: [{ description: 'Storage', quantity: 2.5, unitPrice: 4250, reference: 'WH-7' }],
    }
    return { body, other: { ...body, notes: 'Thank you' } }
  },
  getInvoiceByNumber: async (member) => ({
    params: { invoiceNumber: (await anInvoice(member, { issueImmediately: true })).invoiceNumber },
  }),
  getInvoice: withInvoice(),
  updateInvoice: withInvoice({
    dueDate: '2099-04-30',
    notes: 'Thank you',
    lineItems: [{ description: 'Storage', quantity: 2.5, unitPrice: 4250, reference: 'WH-7' }],
  }),
  deleteInvoice: withInvoice(),
  addInvoiceLineItem: withInvoice({ description: 'Handling', quantity: 1, unitPrice: 4500 }),
  updateInvoiceLineItem: withInvoiceLine({ quantity: 3, reference: null }),
  removeInvoiceLineItem: withInvoiceLine(),
  cancelInvoice: withInvoice({ reason: 'Billed to the wrong partner' }),
  recomputeInvoiceTaxes: withInvoice(),
  issueInvoice: withInvoice({ invoiceNumber: null }),
  markInvoicePaid: withInvoice({ paymentReference: 'SEPA 4711' }, { issueImmediately: true }),
  renderInvoice: withInvoice({ includeDetails: false }),
  downloadInvoiceEInvoice: async (member) => ({
    params: { id: (await anEInvoice(member)).id },
    query: 'format=peppol',
  }),
  sendInvoice: async (member) => {
    const { id } = await anInvoice(member, { issueImmediately: true })
    const body = { to: ['books@example.com'], channel: 'portal' }
    return { params: { id }, body, other: { ...body, channel: 'email' } }
  },
  listInvoiceSendings: withInvoice(),
  getInvoiceReminders: withInvoice(),
  stopInvoiceReminders: withInvoice({}, { issueImmediately: true }),
  resumeInvoiceReminders: async (member) => {
    const { id } = await anInvoice(member, { issueImmediately: true })
    await member.post(`/api/billing/invoices/${id}/reminders/stop`)
    return { params: { id } }
  },
  getInvoiceSending: async (member) => {
    const { id: invoiceId } = await anInvoice(member, { issueImmediately: true })
    await member.post(`/api/billing/invoices/${invoiceId}/send`, { to: ['books@example.com'] })
    const { body } = await member.get(`/api/billing/invoices/${invoiceId}/sendings`)
    return { params: { invoiceId, id: body.member[0].id } }
  },

  listDocuments: async (member) => {
    await aDocument(member)
    return {}
  },
  getDocument: async (member) => ({ params: { id: (await aDocument(member)).id } }),
  downloadDocument: async (member) => ({ params: { id: (await aDocument(member)).id }, query: 'format=html' }),
  getSharedDocument: async (member) => ({ params: { token: await aLink(member) } }),
  downloadSharedDocument: async (member) => ({ params: { token: await aLink(member) } }),

  listCustodians: async (member) => {
    await aCustodian(member)
    return {}
  },
  createCustodian: async (member) => ({
    body: {
      partnerId: (await aPartner(member)).id,
      type: 'fulfilment_api_a',
      name: 'Hamburg East',
      enabledCapabilities: ['list_inventory'],
      connectionConfig: CREDENTIALS,
    },
  }),
  findCustodianByPartner: async (member) => ({ params: { partnerId: (await aCustodian(member)).partnerId } }),
  getCapabilityCatalog: nothing,
  onboardPartnerAsCustodian: async (member) => ({
    body: { partnerId: (await aPartner(member)).id, type: 'internal', name: 'Hamburg East' },
  }),
  testCustodianConnection: only({ type: 'fulfilment_api_a', connectionConfig: CREDENTIALS }),
  getCustodian: withCustodian(),
  enableCapability: withCustodian({ capability: 'list_inventory' }),
  disableCapability: withCustodian({ capability: 'list_inventory' }, { enabledCapabilities: ['list_inventory'] }),
  updateConnectionConfig: withCustodian({ connectionConfig: CREDENTIALS }, { type: 'fulfilment_api_a' }),
  disconnectCustodian: withCustodian(),
  suspendCustodian: withCustodian(),
  reactivateCustodian: async (member) => {
    const { id } = await aCustodian(member)
    await member.post(`/api/warehousing/custodians/${id}/suspend`)
    return { params: { id } }
  },

  beginWizard: async (member) => {
    await withProviders()
    const { id } = await aCustodian(member, { type: 'fba_marketplace' })
    return { params: { provider: 'fba_marketplace' }, body: { custodianId: id, redirectUri: null } }
  },
  finaliseWizard: async (member) => {
    await withProviders()
    const begun = await begin(member, 'freight_platform')
    const body = { ...(await brought(begun)), resourceSelection: { warehouses: ['WH-NJ'] } }
    return { params: { provider: 'freight_platform' }, body }
  },
  getWizardResources: async (member) => {
    await withProviders()
    const { id } = await aConnectedCustodian(member, 'retailer_fbb')
    return { params: { provider: 'retailer_fbb' }, query: `custodianId=${id}` }
  },

  listMyNotifications: withNotification,
  markAllRead: withNotification,
  getUnreadCount: nothing,
  getNotification: async (member) => ({ params: { id: (await aNotification(member)).id } }),
  markOneRead: async (member) => ({ params: { id: (await aNotification(member)).id } }),
  getChannelPolicy: nothing,
  updateChannelPolicy: only({ entries: [{ ...A_CELL, channel: 'sms', enabled: true }] }),
  getMyPreferences: nothing,
  updateMyPreferences: only({ entries: [A_CELL], doNotDisturbStart: '22:00', doNotDisturbEnd: '07:00' }),
  enableDoNotDisturb: nothing,
  disableDoNotDisturb: nothing,
  listPushSubscriptions: nothing,
  getPushKey: nothing,
  getPushSubscription: async (member) => {
    const { body } = await member.post('/api/notification/push-subscriptions', aPushSubscription())
    return { params: { id: body.id } }
  },
  registerPushSubscription: async () => ({ body: aPushSubscription() }),
  removePushSubscription: async (member) => {
    const body = aPushSubscription()
    await member.post('/api/notification/push-subscriptions', body)
    return { query: `endpoint=${encodeURIComponent(body.endpoint)}` }
  },
  listTemplates: async (member) => {
    await aTemplate(member)
    return { query: 'channelType=storage' }
  },
  createTemplate: async () => ({ body: newTemplate() }),
  previewTemplate: only({ notificationType: 'finance.invoice.issued', channelType: 'email', locale: 'de' }),
  getTemplate: async (member) => ({ params: { id: await aTemplate(member) } }),
  updateTemplate: async (member) => ({
    params: { id: await aTemplate(member) },
    body: { bodyTemplate: '{{ partnerName }} ist neu.', isActive: false },
  }),
  getTopicWatch: async () => ({ query: 'topic=partner.partner.created' }),
  watchTopic: only({ topic: 'partner.partner.created', subject: null }),
  unwatchTopic: async () => ({ query: 'topic=partner.partner.created' }),
  listRecipientMessages: async () => ({ query: 'address=ada@example.com&limit=10' }),
  getEventTrace: async (member) => ({ params: { id: await aTracedEvent(member) } }),

  listSettings: nothing,
  listSettingsByCategory: async () => ({ params: { category: 'billing' } }),
  getSettingByKey: async (member) => ({ params: { key: (await aSetting(member)).key } }),
  bulkUpsertSettings: async (member) => {
    const { key, value } = await anUnsetSetting(member)
    return { body: { settings: [{ key, value }] } }
  },
  getSetting: async (member) => ({ params: { id: (await aSetting(member)).id } }),
  updateSetting: async (member) => {
    const { id, value } = await anUnsetSetting(member)
    return { params: { id }, body: { value } }
  },
  resetSetting: async (member) => {
    const { id, value } = await aSetting(member)
    await member.put(`${SETTINGS}/${id}`, { value })
    return { params: { id } }
  },

  getRegisterPage: nothing,
  getVerifyEmailPage: nothing,
  getResendVerificationPage: nothing,
  getSignInPage: nothing,
  getRequestPasswordResetPage: nothing,
  getResetPasswordPage: nothing,
  getAcceptInvitationPage: nothing,
  getConfirmEmailChangePage: nothing,
  getUndoEmailChangePage: nothing,
  getRecordPage: async () => ({ params: { module: 'billing', path: 'invoices' } }),
  getChannelAuthorizedPage: nothing,
  getWizardCallbackPage: nothing,
  getPageAsset: async () => ({ params: { file: 'pages.css' } }),

  getApiReference: nothing,
  getOpenApi: nothing,
  getReferenceAsset: async () => ({ params: { file: 'reference.css' } }),
  getContext: async () => ({ params: { type: 'Collection' } }),
  getTopicsPage: nothing,
  getLandingPage: nothing,
  getHealth: nothing,
  getReadiness: nothing,
  getChangelog: nothing,
  getProblemPage: async () => ({ params: { slug: 'not-found' } }),
}

import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const PATH = '/api/iam/service-accounts'
const ACCOUNT = { name: 'Warehouse reports', scopes: ['partner:partner:read'] }

/** Creates a service account, whose id is the path value `id`. */
const aServiceAccount = async (member: Member): Promise<string> => (await member.post(PATH, ACCOUNT)).body.id

const withAccount =
  (body?: unknown, ...before: string[]): Fixture =>
  async (member) => {
    const id = await aServiceAccount(member)
    for (const action of before) await member.post(`${PATH}/${id}/${action}`)
    return { params: { id }, body }
  }

/** A valid request for each operation on service accounts but the token endpoint, which needs a sponsor with an account. */
export const SERVICE_ACCOUNT_FIXTURES: Readonly<Record<string, Fixture>> = {
  listServiceAccounts: async (member) => {
    await aServiceAccount(member)
    return { query: 'status=active' }
  },
  createServiceAccount: async () => ({ body: ACCOUNT }),
  getServiceAccount: withAccount(),
  updateServiceAccount: withAccount({ description: 'Reads partners', networks: ['203.0.113.0/24'] }),
  disableServiceAccount: withAccount(),
  enableServiceAccount: withAccount(undefined, 'disable'),
  takeOverServiceAccount: withAccount(),
  deleteServiceAccount: withAccount(),
  addServiceAccountKey: withAccount({ overlapHours: 24 }),
  revokeServiceAccountKey: async (member) => {
    const id = await aServiceAccount(member)
    return { params: { id, keyId: (await member.post(`${PATH}/${id}/keys`)).body.id } }
  },
  getAuthorizationServer: async () => ({}),
  publishEvent: async () => ({
    body: {
      topic: 'partner.partner.status_changed',
      data: {
        partnerId: '01K9ZB3V5Q8W2E4R6T7Y1M0N9P',
        partnerName: 'Nordlicht Logistik GmbH',
        status: 'blocked',
        before: 'active',
      },
    },
    other: {
      topic: 'document.compliance.expiry_scan',
      data: { expiredCount: 1, expiringCount: 4, withinDays: 30, nextExpiryDate: null },
    },
  }),
}

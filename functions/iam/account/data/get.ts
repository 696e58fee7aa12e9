import * as Type from 'typebox'
import { listEntriesOfPerson } from '../../../../lib/audit/list-entries-of-person.ts'
import { recordReading } from '../../../../lib/audit/record-reading.ts'
import { findOwnMembership } from '../../../../lib/iam/account-data/show-account-data.ts'
import { showChoices } from '../../../../lib/notification/preferences/show-choices.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { TenantAccountData } from '../../../../schemas/iam/account-data.ts'
import { id } from '../../../../schemas/types.ts'

export const getAccountDataOfTenant = identityEndpoint({
  route: 'GET /api/iam/account/data/{tenantId}',
  summary: 'Get the personal data that a tenant holds of you',
  description:
    'Your membership, preferences and watches, and a page of the entries of its audit trail by you and about you. You need not select the tenant, and may have left it. A page can have fewer entries than its limit, or none, even if there are more pages: follow `nextCursor` until it is null. Needs a proof from the last five minutes, and adds an entry to the trail.',
  query: {
    cursor: id({ description: '`nextCursor` of the previous page' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
  },
  returns: TenantAccountData,
  problems: ['STEP_UP_REQUIRED'],
  // Whoever reads entries of the audit trail leaves one, as in the trail itself.
  acts: true,
  waitsForGate: true,
  async run(app, { caller, params, query: { cursor, limit = 30 }, now, source }) {
    const { db } = app
    const membership = await findOwnMembership(db, caller, params.tenantId, now)
    const { tenantId: tenant, memberId: member } = membership
    const owner = { tenant, identity: caller.identity }
    const [choices, { member: auditEntries, nextCursor }] = await Promise.all([
      showChoices(db, owner, now),
      listEntriesOfPerson(db, tenant, { identity: caller.identity, member }, { cursor, limit }),
    ])
    await recordReading(app, { caller: owner, source, now }, 'read', caller.identity)
    return { ...membership, ...choices, auditEntries, nextCursor }
  },
})

import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { unpackBody } from '../../lib/platform/store/audit/audit-body.ts'
import type { AuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import { aMember } from '../support/client.ts'
import { ask, usual, where } from './asking.ts'

/** Operations that change something and leave no entry, each with its reason. */
const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  probeAbilities: 'asks what the caller may do',
  issueSatelliteCode: 'is followed by the exchange of the code',
  updateMe: "changes the caller's own account, which belongs to no tenant",
  beginPasskeyStepUp: 'only issues a challenge',
  stepUp: 'shows a proof and changes nothing',
  changeEmail: 'only sends links; the address changes when one is used',
  renameFactor: "changes the caller's own account, which belongs to no tenant",
  beginTotp: 'adds no factor before it is confirmed',
  beginPasskey: 'only issues a challenge',
  publishEvent: 'is an event, which has a record of its own',
  testWebhookEndpoint: 'sends an example, which is in the log of deliveries',
  replayWebhooks: 'sends again what is in the log of deliveries',
  replayWebhookEndpointDelivery: 'sends again what is in the log of deliveries',
  resetSetting: 'resets nothing in the example',
  createTenant: 'is recorded in the new tenant',
  leaveTenant: 'is recorded in the tenant that was left',
  testCustodianConnection: 'changes nothing',
  testChannelConnection: 'changes nothing',
  beginWizard: 'only issues a state',
  reconnectChannel: 'only issues a state',
  detectConflicts: 'compares, and changes what the platform knows of the shop',
  clearCatalogLink: 'removes nothing in the example',
  dryRunAcceptanceRules: 'changes nothing',
  dryRunFulfilmentPolicy: 'changes nothing',
  dryRunTariff: 'changes nothing',
  previewTemplate: 'changes nothing',
  markAllRead: "changes the caller's own mailbox",
  markOneRead: "changes the caller's own mailbox",
  updateMyPreferences: "changes the caller's own preferences",
  enableDoNotDisturb: "changes the caller's own preferences",
  disableDoNotDisturb: "changes the caller's own preferences",
  registerPushSubscription: "concerns the caller's own browser",
  removePushSubscription: "concerns the caller's own browser",
  watchTopic: "changes the caller's own watches",
  unwatchTopic: "changes the caller's own watches",
}

const readTrail = async (tenant: string) => {
  const items = await app().db.query<AuditItem>({ pk: `T#${tenant}#audit` })
  return items.map((item) => unpackBody(item))
}

const changing = where(({ method, endpoint }) => method !== 'GET' && endpoint.access !== 'public')

describe('a request that changes something', () => {
  it.each(changing)('to $operation leaves an entry in the audit trail, unless it is exempt', async (operation) => {
    const whose = await aMember()
    const made = await usual(operation, whose)
    const { tid } = decodeJwt<{ tid?: string }>(made.token ?? (whose.token as string))
    const tenant = tid === undefined ? undefined : parseId(tid)
    const before = tenant ? (await readTrail(tenant)).length : 0
    const { status } = await ask(operation, made, { token: made.token ?? whose.token })
    expect(status).toBeLessThan(400)
    const added = tenant ? (await readTrail(tenant)).slice(before) : []
    const own = added.filter((each) => each.operation === operation.endpoint.route)
    expect(own.length > 0, JSON.stringify(WITHOUT_ENTRY[operation.operation])).toBe(
      WITHOUT_ENTRY[operation.operation] === undefined,
    )
    for (const { actor, requestId } of own) expect([actor, requestId]).toEqual([expect.any(String), expect.any(String)])
  })

  it('is exempt only if it exists', () => {
    const known = changing.map(({ operation }) => operation)
    expect(Object.keys(WITHOUT_ENTRY).filter((operation) => !known.includes(operation))).toEqual([])
  })
})

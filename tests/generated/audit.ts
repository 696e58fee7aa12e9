import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { parseId } from '../../lib/platform/id.ts'
import { unpackBody } from '../../lib/platform/store/audit/audit-body.ts'
import type { Action } from '../../lib/platform/store/table/table.ts'
import type { Operation } from './operations.ts'

/** Operations that change something and leave no entry, each with its reason. */
export const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  probeAbilities: 'asks what the caller may do',
  issueSatelliteCode: 'is followed by the exchange of the code',
  updateMe: "changes the caller's own account, which belongs to no tenant",
  beginPasskeyStepUp: 'only issues a challenge',
  stepUp: 'shows a proof and changes nothing',
  changeEmail: 'only sends links; the address changes when one is used',
  renameFactor: "changes the caller's own account, which belongs to no tenant",
  beginTotp: 'adds no factor before it is confirmed',
  beginPasskey: 'only issues a challenge',
  createTenant: 'is recorded in the new tenant',
  leaveTenant: 'is recorded in the tenant that was left',
  testCustodianConnection: 'changes nothing',
  testChannelConnection: 'changes nothing',
  beginWizard: 'only issues a state',
  reconnectChannel: 'only issues a state',
  detectConflicts: 'compares, and changes what the platform knows of the shop',
  dryRunAcceptanceRules: 'changes nothing',
  dryRunFulfilmentPolicy: 'changes nothing',
  dryRunTariff: 'changes nothing',
  dryRunTariffPeriod: 'changes nothing',
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

/** Tells whether an operation must leave an entry in the audit trail unless it is exempt. */
export const isAudited = ({ method, endpoint }: Operation): boolean => method !== 'GET' && endpoint.access !== 'public'

/** Lists the entries that were written to the trail of a tenant. */
const listEntries = (tenant: string, written: readonly Action[]) =>
  written.flatMap((action) => {
    const isEntry = 'put' in action && action.put.pk === `T#${tenant}#audit` && typeof action.put.body === 'string'
    return isEntry ? [unpackBody(action.put as unknown as { sk: string; body: string })] : []
  })

/** Checks that what a request wrote has an entry of the operation, unless it is exempt. */
export const expectEntry = ({ operation, endpoint }: Operation, token: string, written: readonly Action[]): void => {
  const { tid } = decodeJwt<{ tid?: string }>(token)
  const tenant = tid === undefined ? undefined : parseId(tid)
  const own = tenant ? listEntries(tenant, written).filter((each) => each.operation === endpoint.route) : []
  expect(own.length > 0, JSON.stringify(WITHOUT_ENTRY[operation])).toBe(WITHOUT_ENTRY[operation] === undefined)
  for (const { actor, requestId } of own) expect([actor, requestId]).toEqual([expect.any(String), expect.any(String)])
}

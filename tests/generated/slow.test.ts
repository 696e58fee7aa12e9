import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Received, send } from '../support/client.ts'
import { timeRunningOut } from '../support/running-out.ts'
import { type Stalled, stallingTable } from '../support/stalling.ts'
import { member, selectCases, usual } from './asking.ts'
import type { Made } from './fixtures.ts'
import { buildUrl, expectDescribed, OPERATIONS, type Operation } from './operations.ts'
import { listWrites } from './writes.ts'

const slow = stallingTable(openTable(app().config.table))
const before = app()
beforeAll(() => useApp({ ...before, db: retryTable(slow.table) }))
afterAll(() => useApp(before))

/** Calls of the gate do not stall, because an answer needs the rate limit status. */
const isGate = ({ partitions }: Stalled) =>
  partitions.every((pk) => /^(G#|P#signing-keys|P#state-key|P#satellites|P#service-account#)/.test(pk))

/**
 * Sends a request whose table calls stall from the first matching one on; returns undefined if none matched. Calls that
 * find the caller's own rate limit do not stall either, so the first one that may is after the gate's.
 */
const askSlowly = async (
  operation: Operation,
  made: Made,
  fits: (call: Stalled) => boolean,
  options?: { afterwards: boolean },
): Promise<Received | undefined> => {
  let isPassed = !operation.endpoint.findRateLimits
  const mayStall = (call: Stalled) => {
    isPassed ||= call.partitions.some((pk) => pk.startsWith('G#'))
    return isPassed && !isGate(call) && fits(call)
  }
  const stall = slow.hold(mayStall, options)
  const { context, runOut } = timeRunningOut()
  const answer = send(operation.method, buildUrl(operation, made), {
    ...(made.body !== undefined && { body: made.body }),
    headers: { authorization: `Bearer ${made.token ?? member.token}`, ...made.headers },
    context,
  })
  const isStalled = await Promise.race([stall.reached.then(() => true), answer.then(() => false)])
  if (isStalled) {
    await stall.settled()
    runOut()
  }
  const received = await answer
  stall.release()
  await stall.settled()
  return isStalled ? received : undefined
}

/** Operations that read nothing after the caller was admitted. */
const WITHOUT_READ: ReadonlySet<string> = new Set([
  'createAssortment',
  'createBankCsvMapping',
  'createCategory',
  'createPartner',
  'createProduct',
  'createServiceAccount',
  'createShipment',
  'createTemplate',
  'createWebhookEndpoint',
  'externalSignInCallback',
  'getAcceptInvitationPage',
  'getApiReference',
  'getAuthorizationServer',
  'getCapabilityCatalog',
  'getChangelog',
  'getChannelAuthorizedPage',
  'getConfirmEmailChangePage',
  'getContext',
  'getHealth',
  'getKeySet',
  'getLandingPage',
  'getOpenApi',
  'getPageAsset',
  'getProblemPage',
  'getReadiness',
  'getRecordPage',
  'getReferenceAsset',
  'getRegisterPage',
  'getRequestPasswordResetPage',
  'getResendVerificationPage',
  'getResetPasswordPage',
  'getSignInPage',
  'getTopicsPage',
  'getUndoEmailChangePage',
  'getVerifyEmailPage',
  'getWizardCallbackPage',
  'issueSatelliteCode',
  'publishEvent',
  'receiveChannelWebhook',
  'receiveCustodianWebhook',
  'receiveExternalSignIn',
  'startExternalSignIn',
  'testChannelConnection',
  'testCustodianConnection',
  'unwatchTopic',
  'watchTopic',
])

/** Operations that write nothing in their examples, such as dry runs and exports that are small. */
const WITHOUT_WRITE: ReadonlySet<string> = new Set([
  'detectConflicts',
  'dryRunAcceptanceRules',
  'dryRunFulfilmentPolicy',
  'dryRunTariff',
  'dryRunTariffPeriod',
  'exportBills',
  'exportCharges',
  'exportCreditNotes',
  'exportCustomers',
  'exportInvoices',
  'exportLedger',
  'exportOneStopShop',
  'exportOrderRows',
  'exportOrders',
  'exportPartnerStatement',
  'exportPayments',
  'exportSettlementLines',
  'externalSignInCallback',
  'previewTemplate',
  'probeAbilities',
  'receiveExternalSignIn',
  'testChannelConnection',
  'testCustodianConnection',
])

const expectLate = (operation: Operation, answer: Received, detail: RegExp) => {
  expect([answer.status, answer.body.errorCode]).toEqual([503, 'UNAVAILABLE'])
  expectDescribed(operation, answer)
  expect(answer.body.detail).toMatch(detail)
}

/** A GET that acts, such as an export that may be written in the background, tells what was changed like any write. */
const isRead = ({ method, endpoint }: Operation) => method === 'GET' && !endpoint.acts

describe('with a stalled database', () => {
  it.each(selectCases(OPERATIONS, 1 / 10))('$operation ends in time and says what was changed', async (operation) => {
    const made = await usual(operation)
    let answer: Received | undefined
    const written = await listWrites(member.tenant, async () => {
      answer = await askSlowly(operation, made, ({ method }) => /^(get|batchGet|query)$/.test(method))
    })
    // Without this, an operation whose calls never stalled would pass untested.
    expect(answer === undefined).toBe(WITHOUT_READ.has(operation.operation))
    if (!answer) return
    expectLate(operation, answer, isRead(operation) ? /was ended. Try again/ : /Nothing was changed/)
    expect(written).toEqual([])
  })

  it.each(
    selectCases(
      OPERATIONS.filter((operation) => !isRead(operation)),
      1 / 6,
    ),
  )('$operation does not claim that nothing was changed if the answer of the table is late', async (operation) => {
    const made = await usual(operation)
    const isWrite = ({ method }: Stalled) => /^(put|update|transact)$/.test(method)
    const answer = await askSlowly(operation, made, isWrite, { afterwards: true })
    expect(answer === undefined).toBe(WITHOUT_WRITE.has(operation.operation))
    if (answer) expectLate(operation, answer, /may or may not have been made/)
  })
})

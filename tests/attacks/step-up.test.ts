import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { OPERATIONS } from '../generated/operations.ts'
import { anOwnerWithTotp, codeOf } from '../iam/factors.ts'
import { anOwner, laterBy, type Owner, refreshed } from '../iam/people.ts'
import { actingAs, aKeyedAccount } from '../iam/service-accounts/service-accounts.ts'
import { client, send } from '../support/client.ts'

/** What takes money or data, opens another way in, or decides who may come in. */
const DANGEROUS = [
  'addServiceAccountKey',
  'changeMemberRole',
  'confirmPaymentRun',
  'createServiceAccount',
  'createWebhookEndpoint',
  'enableServiceAccount',
  'exportAuditEntries',
  'finaliseWizard',
  'inviteMember',
  'reinstateMember',
  'removeMember',
  'rotateEndpointSecret',
  'submitPaymentRun',
  'suspendMember',
  'takeOverServiceAccount',
  'transferOwnership',
  'updateChannelCredentials',
  'updateConnectionConfig',
  'updateServiceAccount',
  'updateWebhookEndpoint',
]

const stepUpOf = ({ status, body }: { status: number; body: { errorCode?: string } }) =>
  status === 403 && body.errorCode === 'STEP_UP_REQUIRED'

const change = (by: Pick<Owner, 'put'>, key: string, value: unknown) =>
  by.put('/api/configuration/settings/bulk', { settings: [{ key, value }] })

const outcome = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]

describe('a stolen token of a tenant that demands step-up', () => {
  let stale: ReturnType<typeof client>
  let fresh: ReturnType<typeof client>
  beforeAll(async () => {
    const owner = await anOwnerWithTotp()
    expect((await change(owner, 'security.stepUp', true)).status).toBe(204)
    stale = await refreshed(owner)
    laterBy(301)
    fresh = client((await stale.post('/api/iam/auth/step-up', { code: codeOf(owner.secret) })).body.accessToken)
  })

  it('is refused by exactly the operations that are dangerous, which say so', () => {
    for (const { operation, endpoint, described } of OPERATIONS) {
      expect([operation, endpoint.stepUp === true]).toEqual([operation, DANGEROUS.includes(operation)])
      if (endpoint.stepUp) expect(JSON.stringify(described.responses['403'])).toContain('StepUpRequired')
    }
  })

  it.each(DANGEROUS)('cannot call %s', async (operation) => {
    const { method, path } = OPERATIONS.find((each) => each.operation === operation) as (typeof OPERATIONS)[number]
    const url = path.replace(/\{\w+\}/g, () => newId(app().clock()))
    const ask = ({ token }: { token?: string | undefined }) =>
      send(method, url, { headers: { authorization: `Bearer ${token}` }, ...(method !== 'GET' && { body: {} }) })
    expect(stepUpOf(await ask(stale))).toBe(true)
    expect(stepUpOf(await ask(fresh))).toBe(false)
  })
})

describe('a service account', () => {
  let owner: Owner
  let program: ReturnType<typeof client>
  beforeEach(() => useApp(undefined))
  beforeAll(async () => {
    owner = await anOwner()
    program = await actingAs(
      await aKeyedAccount(owner, { scopes: ['configuration:setting:read', 'configuration:setting:write'] }),
    )
  })

  const PROTECTED: [string, unknown, unknown][] = [
    ['security.stepUp', true, false],
    ['security.mfaRequired', true, false],
    ['security.allowedEmailDomains', ['example.com'], ['thief.example']],
    ['security.auditRetentionDays', 500, 90],
    ['billing.fourEyes', true, false],
    [
      'billing.bankAccount',
      { accountHolder: 'Nordlicht', iban: 'DE89370400440532013000' },
      { accountHolder: 'Thief', iban: 'DE75512108001245126199' },
    ],
  ]

  it.each(PROTECTED)('cannot change %s, by whichever way', async (key, value, theirs) => {
    const { body: setting } = await owner.get(`/api/configuration/settings/key/${key}`)
    const path = setting['@id']
    expect((await owner.put(path, { value })).status).toBe(200)
    const refused = [403, 'PERSON_REQUIRED']
    expect(outcome(await change(program, key, theirs))).toEqual(refused)
    expect(outcome(await program.put(path, { value: theirs }))).toEqual(refused)
    if (key !== 'billing.bankAccount') expect(outcome(await program.post(`${path}/reset`))).toEqual(refused)
    expect((await owner.get(path)).body.value).toEqual(value)
  })

  it('changes nothing with a request that also has settings which it may change', async () => {
    const settings = [
      { key: 'general.companyName', value: 'Thief' },
      { key: 'security.mfaRequiredFrom', value: '2030-01-01' },
    ]
    expect(outcome(await program.put('/api/configuration/settings/bulk', { settings }))).toEqual([
      403,
      'PERSON_REQUIRED',
    ])
    expect((await owner.get('/api/configuration/settings/key/general.companyName')).body.value).toBeNull()
    expect((await change(program, 'general.companyName', 'Nordlicht')).status).toBe(204)
  })
})

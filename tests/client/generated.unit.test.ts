import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generate } from '../../client/generate/generate.ts'
import { type DescribedOperation, listOperations } from '../../client/generate/list-operations.ts'
import { nameMethod } from '../../client/generate/name-methods.ts'
import { ROUTES } from '../../client/src/generated/routes.ts'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe as describeApi } from '../../lib/platform/docs/openapi/description.ts'
import { PROBLEMS } from '../../lib/platform/problem.ts'

const description = JSON.parse(JSON.stringify(await describeApi(AREAS)))
const files = generate(description, AREAS)

describe('the generated sources of the client', () => {
  it.each(Object.keys(files))('%s follows from the API as it is', (name) => {
    expect(readFileSync(join('client/src/generated', name), 'utf8') === files[name], name).toBe(true)
  })

  it('take `dryRun` as an option, beside those that the operation has anyway', () => {
    const { 'modules.ts': modules = '', 'routes.ts': routes = '' } = files
    expect(modules).toContain(
      '  generate(input: GenerateInvoiceInput, options?: RepeatableOptions & DryRunOptions): Promise<Invoice>',
    )
    expect(routes).toContain('"POST /api/billing/invoices body key dryRun"')
  })

  it('have a method for every operation but pages, redirects, forms and what shops call', () => {
    const offered = new Set(listOperations(description, AREAS).map(({ described }) => described.operationId))
    const all = Object.values(description.paths as Record<string, Record<string, DescribedOperation>>)
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody }) => !requestBody?.content['application/x-www-form-urlencoded'])
      .map(({ operationId }) => operationId)
    expect(all.filter((operationId) => !offered.has(operationId)).sort()).toEqual([
      'channelOAuthCallback',
      'downloadSharedDocument',
      'externalSignInCallback',
      'followExportLink',
      'getAcceptInvitationPage',
      'getApiReference',
      'getAuthorizationServer',
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
      'getTrackingPage',
      'getUndoEmailChangePage',
      'getVerifyEmailPage',
      'getWizardCallbackPage',
      'receiveChannelWebhook',
      'receiveCustodianWebhook',
    ])
  })

  it('list every error code', () => {
    for (const code of Object.keys(PROBLEMS)) expect(files['schemas.ts']).toContain(`"${code}"`)
  })

  it('mark what the platform does not carry out twice', () => {
    expect(ROUTES.billing?.invoices?.generate).toBe('POST /api/billing/invoices body key dryRun')
    expect(ROUTES.iam?.auth?.login).toBe('POST /api/v1/iam/auth/login public body')
    expect(ROUTES.notification?.notifications?.list).toBe('GET /api/notification/notifications query limit')
  })

  it('describe a resource with all its members, and a request with its optional ones', () => {
    const partner = /export interface Partner \{[\s\S]*?\n\}/.exec(files['schemas.ts'] ?? '')?.[0]
    expect(partner).toMatch(/"@id": string\n/)
    expect(partner).toMatch(/"@type": "Partner"\n/)
    expect(partner).not.toContain('?:')
    const input = /export interface CreatePartnerInput \{[\s\S]*?\n\}/.exec(files['schemas.ts'] ?? '')?.[0]
    expect(input).toMatch(/ name: string\n/)
    expect(input).toMatch(/ countryCode\?: .*undefined\n/)
  })
})

describe('the name of a method', () => {
  it.each([
    ['listInvoices', 'invoices', 'Invoice', 'list'],
    ['listInvoiceSendings', 'invoices', 'Invoice', 'listSendings'],
    ['getInvoiceByNumber', 'invoices', 'Invoice', 'getByNumber'],
    ['markInvoicePaid', 'invoices', 'Invoice', 'markPaid'],
    ['closeFulfilmentOrderShort', 'orders', 'FulfilmentOrder', 'closeShort'],
    ['listFulfilmentsOfOrder', 'orders', 'FulfilmentOrder', 'listFulfilments'],
    ['createRecurringProfile', 'recurring-invoice-profiles', 'RecurringInvoiceProfile', 'create'],
    ['listFulfilmentPolicies', 'policies', 'FulfilmentPolicy', 'list'],
    ['settleByAutoSettlementRule', 'auto-settlement-rules', 'AutoSettlementRule', 'settle'],
    ['listMyNotifications', 'notifications', 'Notification', 'list'],
    ['deleteOwnAccount', 'account', undefined, 'delete'],
    ['resolveConflict', 'channels', 'SalesChannel', 'resolveConflict'],
    ['getPartnerStatement', 'partners', undefined, 'getStatement'],
  ])('%s of %s says only what the group does not', (operationId, group, type, name) => {
    expect(nameMethod(operationId, group, type)).toBe(name)
  })

  it('belongs to one operation', () => {
    const paths = {
      '/api/partner/partners': description.paths['/api/partner/partners'],
      '/api/partner/partners/again': description.paths['/api/partner/partners'],
    }
    expect(() => listOperations({ ...description, paths }, AREAS)).toThrow(/partner\.partners\.list/)
  })
})

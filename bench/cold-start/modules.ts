import { addIdentity } from '../../lib/iam/identity-store.ts'
import { addTenant } from '../../lib/iam/tenant.ts'
import { addPartner } from '../../lib/partner/add-partner.ts'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { loadVerificationKeys } from '../../lib/platform/access/signing-keys.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'

/** A function, and the request with which it starts. */
export interface Start {
  name: string
  bundle: string
  method: string
  path: string
  body?: object
  wanted: number
}

const PARTNER = {
  name: 'Nordlicht Logistik GmbH',
  countryCode: 'DE',
  defaultCurrency: 'EUR',
  address: { line1: 'Am Sandtorkai 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
  billingContact: { name: 'Ada', email: 'rechnung@nordlicht.example' },
}

export const ENTRIES: Record<string, string> = {
  baseline: 'bench/cold-start/baseline.ts',
  partner: 'functions/partner/api.ts',
  warehousing: 'functions/warehousing/api.ts',
  iam: 'functions/iam/api.ts',
  notification: 'functions/notification/api.ts',
  configuration: 'functions/configuration/api.ts',
  docs: 'functions/docs/api.ts',
}

/** Fills the table for the first requests and returns these requests, the baseline's first. */
export const prepareStarts = async (app: App) => {
  const now = new Date()
  const [identity, session] = [newId(now), newId(now)]
  const { partner, tenant } = await runInUnit(app.db, { tenant: undefined, actor: identity, now }, async (unit) => {
    const given = { id: identity, email: 'ada@nordlicht.example', firstName: 'Ada', passwordHash: '' }
    const tenant = addTenant(unit, addIdentity(unit, given), 'Nordlicht')
    return { tenant, partner: addPartner(unit, { name: PARTNER.name }) }
  })
  const token = await signAccessToken(app, { identity, session, tenant, scopes: SCOPES })
  const { keys } = await loadVerificationKeys(app)

  const custodian = {
    partnerId: partner.id,
    type: 'custom',
    name: 'Hamburg East',
    enabledCapabilities: ['list_inventory'],
  }
  const partners = { method: 'POST', path: '/api/partner/partners', body: PARTNER, wanted: 201 }
  const custodians = { method: 'POST', path: '/api/warehousing/custodians', wanted: 201 }
  const get = (bundle: string, path: string): Start => ({
    name: `${bundle}, GET`,
    bundle,
    method: 'GET',
    path,
    wanted: 200,
  })
  const starts: Start[] = [
    { name: 'baseline', bundle: 'baseline', ...partners },
    { name: 'partner, create', bundle: 'partner', ...partners },
    { name: 'warehousing, create', bundle: 'warehousing', ...custodians, body: custodian },
    {
      name: 'warehousing, create with secrets',
      bundle: 'warehousing',
      ...custodians,
      body: { ...custodian, connectionConfig: { apiKey: 'key-of-the-provider' } },
    },
    get('warehousing', `/api/warehousing/custodians/capability-catalog`),
    get('iam', '/api/iam/me'),
    get('notification', '/api/notification/notifications/unread-count'),
    get('configuration', '/api/configuration/settings'),
    get('docs', '/api/docs/openapi.json'),
  ]
  return { starts, token, publicJwk: JSON.stringify(keys[0]?.publicJwk) }
}

import { createCustodian } from '../../functions/warehousing/custodians/create.ts'
import { getCustodian } from '../../functions/warehousing/custodians/get.ts'
import { addPartner } from '../../lib/partner/add-partner.ts'
import { partners } from '../../lib/partner/partner-store.ts'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import type { GatewayEvent } from '../../lib/platform/http/call.ts'
import { createRouter } from '../../lib/platform/http/router.ts'
import { newId } from '../../lib/platform/id.ts'
import { toItem } from '../../lib/platform/store/entities/entity.ts'
import { Unit } from '../../lib/platform/store/unit.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { honoHandler } from '../peers/hono.ts'
import { powertoolsHandler } from '../peers/powertools.ts'
import { useAppInMemory } from './memory.ts'
import { rawCreate, rawGet } from './raw.ts'
import { buildCustodianWithId, createTrivially, getTrivially, READ, WRITE } from './work.ts'

// Bundled as for the cloud, so the deployed code is measured. Validators are compiled for these endpoints.
export const endpoints = { createTrivially, getTrivially }

type Handler = (event: GatewayEvent) => Promise<unknown>

export interface Contender {
  name: string
  create: Handler
  get: Handler
}

const pipeline = createRouter(endpoints) as Handler
const platform = createRouter({ createCustodian, getCustodian }) as Handler

export const contenders: Contender[] = [
  { name: 'raw handler', create: rawCreate, get: rawGet },
  { name: 'our pipeline', create: pipeline, get: pipeline },
  { name: 'our pipeline, real work', create: platform, get: platform },
  { name: 'Hono', create: honoHandler as unknown as Handler, get: honoHandler as unknown as Handler },
  { name: 'Powertools event-handler', create: powertoolsHandler, get: powertoolsHandler },
]

/** Prepares a tenant and returns makers of gateway events of a signed-in caller. */
export const prepareEvents = async () => {
  const { app, keep } = useAppInMemory()
  const now = new Date()
  const [identity, session, tenant] = [newId(now), newId(now), newId(now)]
  const token = await signAccessToken(app, { identity, session, tenant, scopes: [READ, WRITE] })
  const partner = addPartner(new Unit(app.db, { tenant, actor: identity, now }), { name: 'Nordlicht Handels GmbH' })
  keep(toItem(partners, tenant, partner))
  const custodian = { ...buildCustodianWithId(newId(now)), partnerId: partner.id, sealedConnection: null }
  keep(toItem(custodians, tenant, custodian as never))

  const body = JSON.stringify({
    partnerId: partner.id,
    type: 'fulfilment_api_a',
    name: 'Hamburg East',
    enabledCapabilities: ['list_inventory', 'push_inventory', 'cancel_order'],
    connectionConfig: {
      accessToken: 'token-from-the-provider-0123456789',
      channelId: 'C-1042',
      webhookSecret: 'whsec-5521',
    },
  })
  const event = (method: string, rawPath: string, text?: string) =>
    ({
      version: '2.0',
      routeKey: 'ANY /api/warehousing/{proxy+}',
      rawPath,
      rawQueryString: '',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        authorization: `Bearer ${token}`,
        'content-length': String(text?.length ?? 0),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        host: 'api.example.com',
        origin: 'https://app.example.com',
        'user-agent': 'bench',
        'x-amzn-trace-id': 'Root=1-65a1b2c3-0123456789abcdef01234567',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-port': '443',
        'x-forwarded-proto': 'https',
      },
      requestContext: {
        accountId: '123456789012',
        apiId: 'a1b2c3d4e5',
        domainName: 'api.example.com',
        domainPrefix: 'api',
        http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' },
        requestId: 'JKJaXmPLvHcESHA=',
        routeKey: 'ANY /api/warehousing/{proxy+}',
        stage: '$default',
        time: '21/Nov/2026:08:30:00 +0000',
        timeEpoch: now.getTime(),
      },
      pathParameters: { proxy: 'custodians' },
      ...(text !== undefined && { body: text }),
      isBase64Encoded: false,
    }) as unknown as GatewayEvent
  return {
    create: () => event('POST', '/api/warehousing/custodians', body),
    get: () => event('GET', `/api/warehousing/custodians/${custodian.id}`),
  }
}

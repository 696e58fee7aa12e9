import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import type { Endpoint } from '../../lib/platform/http/endpoint.ts'
import type { Resource } from '../../schemas/resource.ts'

const endpoints: Endpoint[] = (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
  Object.values(endpoints),
)

const isResource = (shown: object | undefined): shown is Resource => shown !== undefined && 'fields' in shown

const resources = new Map(
  endpoints
    .flatMap(({ returns, collection }) => [returns, collection?.of])
    .filter(isResource)
    .map((each) => [each.type, each] as const),
)

/** Placeholder for every value in an address. */
const ANY = '~'

const templates = new Map(
  endpoints.flatMap((each) =>
    each.route.startsWith('GET ') ? [[each.route.slice(4).replaceAll(/\{\w+\+?\}/g, ANY), each] as const] : [],
  ),
)

/** Builds the address of a resource from its constants, with `ANY` for every other value. */
const buildAddress = ({ fields, path }: Resource): string | undefined => {
  const constants = Object.entries(fields.properties).map(([name, schema]) => [
    name,
    (schema as { const?: unknown }).const ?? ANY,
  ])
  const every = new Proxy({}, { get: () => ANY })
  return path?.(Object.fromEntries(constants), every)
}

describe('the address of a resource', () => {
  it.each([...resources].filter(([, { path }]) => path))('%s leads to a GET that is mounted', (_, resource) => {
    const [path = '', query] = (buildAddress(resource) as string).split('?')
    const endpoint = templates.get(path)
    expect(endpoint?.route, path).toBeDefined()
    for (const name of new URLSearchParams(query).keys())
      expect(Object.keys(endpoint?.query ?? {}), path).toContain(name)
  })

  it('is missing for answers that are not stored', () => {
    const values = [...resources.values()].filter(({ path }) => !path).map(({ type }) => type)
    expect(values.sort()).toEqual([
      'AcceptanceDryRun',
      'Attachment',
      'AuditEntryPage',
      'BulkImportResult',
      'ChannelAuthorization',
      'ConnectionTest',
      'CustodianConnectionTest',
      'CustodianWizard',
      'CustomerAddress',
      'CustomerData',
      'CustomerErasure',
      'EInvoice',
      'ExternalSignIn',
      'FulfilmentAnalytics',
      'FulfilmentPolicyDryRun',
      'InventoryPlanRow',
      'MessagePage',
      'NotificationTemplatePreview',
      // Read with its order, whose part it is.
      'OrderRevision',
      'OrderTimelineEntry',
      'ReturnCandidates',
      'TariffDryRun',
      'TariffPeriod',
      'UnsettledChargeSums',
      'UnsettledOfPartner',
      'WebhookReplay',
    ])
  })
})

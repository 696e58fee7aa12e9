import { text } from 'node:stream/consumers'
import { AUDITED_KINDS } from '../functions/audit/audited-kinds.ts'
import { verifyAuditOfTenant } from '../lib/audit/verification/verify-audit.ts'
import { resetMfa } from '../lib/iam/account-changes/reset-mfa.ts'
import {
  addSatellite,
  describeSatellites,
  removeSatellite,
  renewSatelliteSecret,
} from '../lib/iam/satellites/satellite-registry.ts'
import { verifyStockOfTenant } from '../lib/inventory/verification/verify-stock.ts'
import { listFailedDeliveries, retryDeliveries } from '../lib/notification/deliveries/retry-deliveries.ts'
import { canonicalizeLocale } from '../lib/notification/templates/locale.ts'
import {
  listPlatformTemplates,
  removePlatformTemplate,
  setPlatformTemplate,
} from '../lib/notification/templates/platform-templates.ts'
import { app } from '../lib/platform/app/app.ts'
import { type Id, parseId } from '../lib/platform/id.ts'
import { Problem } from '../lib/platform/problem.ts'
import { readPages } from '../lib/platform/store/table/read-pages.ts'
import type { Table } from '../lib/platform/store/table/table.ts'
import { sealDeploymentSecret } from '../lib/platform/vault/deployment-secret.ts'
import type { MessageForm } from '../schemas/notification/notification-template.ts'
import { CHANNELS, TOPIC_NAMES } from '../schemas/notification/topic.ts'
import { replayDead } from './dead-letters.ts'

type Command = (args: string[]) => Promise<string>

const formatSecret = (name: string, secret: string) =>
  `clientId      ${name}\nclientSecret  ${secret}   (shown only now)`

const parseChoice = (args: string[]) => {
  const form: MessageForm = args.includes('digest') ? 'digest' : 'single'
  const [topic, channel, locale = 'en'] = args.filter((arg) => arg !== 'digest')
  const notificationType = TOPIC_NAMES.find((name) => name === topic)
  const channelType = CHANNELS.find((name) => name === channel)
  const spelled = canonicalizeLocale(locale)
  if (!notificationType || !channelType || !spelled)
    throw new Error('Give a topic, a channel, optionally a locale, and "digest" for the template of digests.')
  return { notificationType, channelType, locale: spelled, form }
}

const listFailed = async (tenant = '') => {
  const id = parseId(tenant)
  if (!id && tenant !== 'platform') throw new Error('Give the id of a tenant, or "platform".')
  return await listFailedDeliveries(app().db, id ?? null)
}

const listTenants = async (db: Table): Promise<Id[]> => {
  const tenants: Id[] = []
  for await (const page of readPages(db, { pk: 'P#tenants' })) tenants.push(...page.map(({ sk }) => sk))
  return tenants
}

/** Turns the violations of a template into an error with one line each. */
const toReadableError = (error: unknown) =>
  error instanceof Problem && error.violations
    ? new Error(error.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('\n'))
    : error

export const commands: Readonly<Record<string, Command>> = {
  'satellite add': async ([name = '', ...redirectUris]) =>
    formatSecret(name, await addSatellite(app(), name, redirectUris)),
  'satellite secret': async ([name = '']) => formatSecret(name, await renewSatelliteSecret(app(), name)),
  'satellite remove': async ([name = '']) => {
    await removeSatellite(app(), name)
    return `Removed ${name}.`
  },
  'satellite list': async () => {
    const all = await describeSatellites(app())
    return all.map(({ clientId, redirectUris }) => [clientId, ...redirectUris].join('\n  ')).join('\n') || 'None.'
  },
  'mfa reset': async ([address = '', ...note]) => await resetMfa(app(), address, note.join(' ')),
  'template set': async (args) => {
    const { subject, body, html = null } = JSON.parse(await text(process.stdin)) as Record<string, string>
    if (!subject || !body) throw new Error('Give {"subject", "body", "html"} as standard input.')
    const texts = { subjectTemplate: subject, bodyTemplate: body, htmlBodyTemplate: html }
    await setPlatformTemplate(app(), parseChoice(args), texts).catch((error) => {
      throw toReadableError(error)
    })
    return 'Saved. Tenants without a template of their own use it from now on.'
  },
  'template remove': async (args) =>
    (await removePlatformTemplate(app(), parseChoice(args))) ? 'Removed the template.' : 'There is no such template.',
  'template list': async () => (await listPlatformTemplates(app())).map(({ name }) => name).join('\n') || 'None.',
  'delivery failed': async ([tenant]) => {
    const failed = await listFailed(tenant)
    return (
      failed.map(({ sk, endedAt, channel, reason }) => `${sk}  ${endedAt}  ${channel}  ${reason}`).join('\n') || 'None.'
    )
  },
  'delivery retry': async ([tenant, ...ids]) => {
    const failed = await listFailed(tenant)
    const wanted = failed.filter(({ sk }) => !ids.length || ids.includes(sk))
    return `Deliveries that are sent again within a minute: ${await retryDeliveries(app().db, wanted, app().clock())}.`
  },
  'queue replay': async () => {
    const { eventsQueue, deliveriesQueue, webhooksQueue } = app().config
    const [events, deliveries] = [await replayDead(eventsQueue), await replayDead(deliveriesQueue)]
    const webhooks = await replayDead(webhooksQueue)
    return `Messages put back: ${events} of events, ${deliveries} of deliveries, ${webhooks} of webhooks.`
  },
  'stock verify': async ([tenant = '']) => {
    const id = parseId(tenant)
    if (!id) throw new Error('Give the id of a tenant.')
    const { items, differences } = await verifyStockOfTenant(app().db, id)
    const lines = differences.map(
      ({ stockItemId, stored, moved }) =>
        `${stockItemId}  stored ${JSON.stringify(stored)}  moved ${JSON.stringify(moved)}`,
    )
    return [...lines, `Stock items: ${items}. Those that are not the sum of their movements: ${lines.length}.`].join(
      '\n',
    )
  },
  'audit verify': async ([tenant]) => {
    const id = tenant === undefined ? undefined : parseId(tenant)
    if (tenant !== undefined && !id) throw new Error('Give the id of a tenant, or none for all of them.')
    const reports: string[] = []
    for (const each of id ? [id] : await listTenants(app().db)) {
      const { items, seals, resources, findings } = await verifyAuditOfTenant(app(), each, AUDITED_KINDS)
      reports.push(
        ...findings.map(({ kind, at }) => `${each}  ${kind}  ${at}`),
        `${each}  Items: ${items}. Seals: ${seals}. Resources: ${resources}. Findings: ${findings.length}.`,
      )
    }
    return reports.join('\n') || 'There are no tenants.'
  },
  'secret seal': async ([variable = '']) => {
    const secret = (await text(process.stdin)).trim()
    if (!/^[A-Z][A-Z_]+$/.test(variable) || !secret)
      throw new Error('Give the name of a variable, and the secret as standard input.')
    return await sealDeploymentSecret(app().vault, variable, secret)
  },
}

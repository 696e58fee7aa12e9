import { text } from 'node:stream/consumers'
import {
  addSatellite,
  describeSatellites,
  removeSatellite,
  renewSatelliteSecret,
} from '../lib/iam/satellites/satellite-registry.ts'
import { listFailedDeliveries, retryDeliveries } from '../lib/notification/deliveries/retry-deliveries.ts'
import { canonicalizeLocale } from '../lib/notification/templates/locale.ts'
import {
  listPlatformTemplates,
  removePlatformTemplate,
  setPlatformTemplate,
} from '../lib/notification/templates/platform-templates.ts'
import { app } from '../lib/platform/app/app.ts'
import { parseId } from '../lib/platform/id.ts'
import { Problem } from '../lib/platform/problem.ts'
import { sealDeploymentSecret } from '../lib/platform/vault/deployment-secret.ts'
import { CHANNELS, TOPIC_NAMES } from '../schemas/notification/topic.ts'

import { replayDead } from './dead-letters.ts'

type Command = (args: string[]) => Promise<string>

const told = (name: string, secret: string) => `clientId      ${name}\nclientSecret  ${secret}   (not shown again)`

const choiceOf = ([topic, channel, locale = 'en']: string[]) => {
  const notificationType = TOPIC_NAMES.find((name) => name === topic)
  const channelType = CHANNELS.find((name) => name === channel)
  const spelled = canonicalizeLocale(locale)
  if (!notificationType || !channelType || !spelled) throw new Error('Name a topic, a channel and perhaps a locale.')
  return { notificationType, channelType, locale: spelled }
}

const failedOf = async (tenant = '') => {
  const id = parseId(tenant)
  if (!id && tenant !== 'platform') throw new Error('Name a tenant by its id, or platform.')
  return await listFailedDeliveries(app().db, id ?? null)
}

/** All that is wrong with a template, line by line. */
const withViolations = (error: unknown) =>
  error instanceof Problem && error.violations
    ? new Error(error.violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('\n'))
    : error

export const commands: Readonly<Record<string, Command>> = {
  'satellite add': async ([name = '', ...redirectUris]) => told(name, await addSatellite(app(), name, redirectUris)),
  'satellite secret': async ([name = '']) => told(name, await renewSatelliteSecret(app(), name)),
  'satellite remove': async ([name = '']) => {
    await removeSatellite(app(), name)
    return `${name} is removed.`
  },
  'satellite list': async () => {
    const all = await describeSatellites(app())
    return all.map(({ clientId, redirectUris }) => [clientId, ...redirectUris].join('\n  ')).join('\n') || 'None.'
  },
  'template set': async (args) => {
    const { subject, body, html = null } = JSON.parse(await text(process.stdin)) as Record<string, string>
    if (!subject || !body) throw new Error('Give {"subject", "body", "html"} as input.')
    const texts = { subjectTemplate: subject, bodyTemplate: body, htmlBodyTemplate: html }
    await setPlatformTemplate(app(), choiceOf(args), texts).catch((error) => {
      throw withViolations(error)
    })
    return 'Every tenant without a template of its own has this one now.'
  },
  'template remove': async (args) =>
    (await removePlatformTemplate(app(), choiceOf(args))) ? 'It is removed.' : 'There is none.',
  'template list': async () => (await listPlatformTemplates(app())).map(({ name }) => name).join('\n') || 'None.',
  'delivery failed': async ([tenant]) => {
    const failed = await failedOf(tenant)
    return (
      failed.map(({ sk, endedAt, channel, reason }) => `${sk}  ${endedAt}  ${channel}  ${reason}`).join('\n') || 'None.'
    )
  },
  'delivery retry': async ([tenant, ...ids]) => {
    const failed = await failedOf(tenant)
    const wanted = failed.filter(({ sk }) => !ids.length || ids.includes(sk))
    return `${await retryDeliveries(app().db, wanted, app().clock())} are tried again within a minute.`
  },
  'queue replay': async () => {
    const { eventsQueue, deliveriesQueue } = app().config
    const [events, deliveries] = [await replayDead(eventsQueue), await replayDead(deliveriesQueue)]
    return `${events} of events, ${deliveries} of deliveries.`
  },
  'secret seal': async ([variable = '']) => {
    const secret = (await text(process.stdin)).trim()
    if (!/^[A-Z][A-Z_]+$/.test(variable) || !secret) throw new Error('Name a variable, and give the secret as input.')
    return await sealDeploymentSecret(app().vault, variable, secret)
  },
}

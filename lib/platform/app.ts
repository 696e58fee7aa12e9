import { type Config, config } from './config.ts'
import { type Files, s3Files } from './files/files.ts'
import { type Mailer, mailer } from './mail/mail.ts'
import { makeOutbound, type Outbound } from './outbound/outbound.ts'
import { type Queues, sqsQueues } from './queue/queue.ts'
import { type SmsSender, snsSms } from './sms/sms.ts'
import { dynamoTable } from './store/dynamo.ts'
import { retrying } from './store/retry-table.ts'
import type { Table } from './store/table.ts'
import { kmsDataKeys } from './vault/data-keys.ts'
import { makeVault, type Vault } from './vault/vault.ts'

/** All that a piece of work may touch outside itself. */
export interface App {
  config: Config
  clock: () => Date
  db: Table
  vault: Vault
  queues: Queues
  mail: Mailer
  sms: SmsSender
  outbound: Outbound
  files: Files
  /** The app that this one was made of, where this one serves a single piece of work. */
  base?: App
}

export const makeApp = (settings: Config): App => {
  const clock = () => new Date()
  return {
    config: settings,
    clock,
    db: retrying(dynamoTable(settings.table)),
    vault: makeVault(kmsDataKeys(settings.kmsKeyId), clock),
    queues: sqsQueues(),
    mail: mailer(settings.mailUrl, settings.mailFrom),
    sms: snsSms(),
    outbound: makeOutbound({ allowPrivate: settings.outboundAllowPrivate, ports: settings.outboundPorts }),
    files: s3Files(settings.filesBucket),
  }
}

/** The app that lasts, under which what is remembered from one piece of work to the next is kept. */
export const lasting = (app: App): App => app.base ?? app

let current: App | undefined

export const app = (): App => (current ??= makeApp(config()))

/** Puts another app in place, as tests do to hold the clock or to break a part. */
export const useApp = (other: App | undefined): void => {
  current = other
}

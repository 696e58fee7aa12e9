import { createS3Files, type Files } from '../files/files.ts'
import { createMailer, type Mailer } from '../mail/mail.ts'
import { makeOutbound, type Outbound } from '../outbound/outbound.ts'
import { openQueues, type Queues } from '../queue/queue.ts'
import { createSnsSender, type SmsSender } from '../sms/sms.ts'
import { assumeAloneSince } from '../store/table/lease.ts'
import { openTable } from '../store/table/open-table.ts'
import { retryTable } from '../store/table/retry-table.ts'
import type { Table } from '../store/table/table.ts'
import { openDataKeys } from '../vault/data-keys.ts'
import { makeVault, type Vault } from '../vault/vault.ts'
import { type Config, readConfig } from './config.ts'

/** Everything outside of itself that a piece of work may use. */
export interface App {
  config: Config
  clock: () => Date
  /** Milliseconds since the start of the process, with the fractions that a date does not have. */
  uptime: () => number
  db: Table
  vault: Vault
  queues: Queues
  mail: Mailer
  sms: SmsSender
  outbound: Outbound
  files: Files
  /** The app of the process, if this one serves a single piece of work. */
  base?: App
}

export const makeApp = (settings: Config): App => {
  const clock = () => new Date()
  assumeAloneSince(settings.aloneSince)
  return {
    config: settings,
    clock,
    uptime: () => performance.now(),
    db: retryTable(openTable(settings.table)),
    vault: makeVault(openDataKeys(settings.kmsKeyId), clock),
    queues: openQueues(),
    mail: createMailer(settings.mailUrl, settings.mailFrom),
    sms: createSnsSender(),
    outbound: makeOutbound({ allowPrivate: settings.outboundAllowPrivate, ports: settings.outboundPorts }),
    files: createS3Files(settings.filesBucket),
  }
}

/** Returns the app of the process, which identifies what is cached between pieces of work. */
export const lasting = (app: App): App => app.base ?? app

let current: App | undefined

export const app = (): App => (current ??= makeApp(readConfig()))

/** Replaces the app, for tests that stop the clock or break a part. */
export const useApp = (other: App | undefined): void => {
  current = other
}

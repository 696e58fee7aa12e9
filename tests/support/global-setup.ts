import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { hasJava } from '../../local/choose-table.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { startObjectStorage } from '../../local/files/object-storage.ts'
import { startKms } from '../../local/kms.ts'
import { startMail } from '../../local/mail/catcher.ts'
import { startQueuesOrFiles } from '../../local/queues.ts'
import { makeDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'

export interface Endpoints {
  dynamodb: string
  queues: string
  files: string
  kms: string
  smtp: string
  mail: string
}

declare module 'vitest' {
  interface ProvidedContext {
    endpoints: Endpoints
  }
}

/** Stands for a service that no test of the run needs, or that cannot run here. */
export const NOTHING = { url: 'http://127.0.0.1:9', stop: async () => undefined }

/** Starts one database, queue service, object storage, key service and mail catcher per run. */
export default async (project: TestProject) => {
  const dataDir = await makeDataFolder()
  const [dynamodb, queues, files, kms, mail] = await Promise.all([
    project.config.env?.TABLE === 'embedded' || !hasJava()
      ? NOTHING
      : startDynamoDb({ port: await freePort(), dataDir }),
    startQueuesOrFiles({ port: 0 }),
    startObjectStorage({ port: 0, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } }),
    startKms({ port: 0 }),
    startMail({ smtpPort: 0, pagePort: 0 }),
  ])
  project.provide('endpoints', {
    dynamodb: dynamodb.url,
    queues: queues.url,
    files: files.url,
    kms: kms.url,
    smtp: mail.smtpUrl,
    mail: mail.url,
  })
  return async () => {
    await Promise.all([dynamodb, queues, files, kms, mail].map((each) => each.stop()))
    await rm(dataDir, { recursive: true, force: true })
  }
}

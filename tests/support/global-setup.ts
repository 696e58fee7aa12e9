import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { startKms } from '../../local/kms.ts'
import { startMail } from '../../local/mail/catcher.ts'
import { startQueuesOrFiles } from '../../local/queues.ts'
import { makeDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'

export interface Endpoints {
  dynamodb: string
  queues: string
  kms: string
  smtp: string
  mail: string
}

declare module 'vitest' {
  interface ProvidedContext {
    endpoints: Endpoints
  }
}

/** Starts one database, queue service, object storage, key service and mail catcher per run. */
export default async ({ provide }: TestProject) => {
  const dataDir = await makeDataFolder()
  const [dynamodb, queues, kms, mail] = await Promise.all([
    startDynamoDb({ port: await freePort(), dataDir }),
    startQueuesOrFiles({ port: 0 }),
    startKms({ port: 0 }),
    startMail({ smtpPort: 0, pagePort: 0 }),
  ])
  provide('endpoints', {
    dynamodb: dynamodb.url,
    queues: queues.url,
    kms: kms.url,
    smtp: mail.smtpUrl,
    mail: mail.url,
  })
  return async () => {
    await Promise.all([dynamodb, queues, kms, mail].map((each) => each.stop()))
    await rm(dataDir, { recursive: true, force: true })
  }
}

import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { hashPasswordsAt } from '../../lib/iam/accounts/password.ts'
import { hastenPaces } from '../../lib/platform/outbound/paced-http.ts'
import { openQueuesBy } from '../../lib/platform/queue/queue.ts'
import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'
import { openTablesBy } from '../../lib/platform/store/table/open-table.ts'
import { openDataKeysBy } from '../../lib/platform/vault/data-keys.ts'
import { readDefinitions } from '../../local/definitions.ts'
import { makeOwnDataKeys } from '../../local/kms.ts'
import { SNS_PATH } from '../../local/mail/sns.ts'
import { createResources } from '../../local/resources.ts'
import { notingTopics } from './emitted-topics.ts'
import { NOTHING } from './global-setup.ts'
import { embedQueues } from './test-queues.ts'
import { findEmbeddedTable, isEmbedded } from './test-table.ts'

// Every test file has its own table, queues, bucket and key, created from the deployed definitions. Where the table is in this
// process, so are the queues and the key, because most of a test's time would go to calling servers of them.
const { dynamodb, queues, files, kms, smtp, mail } = inject('endpoints')
const name = `test-${randomUUID().slice(0, 8)}`

Object.assign(process.env, {
  STAGE: 'test',
  TABLE_NAME: name,
  EVENTS_QUEUE: `${name}-events`,
  DELIVERIES_QUEUE: `${name}-deliveries`,
  WEBHOOKS_QUEUE: `${name}-webhooks`,
  SYNC_QUEUE: `${name}-sync`,
  STREAM_DEAD_QUEUE: `${name}-stream-dead`,
  FILES_BUCKET: `${name}-files`,
  KMS_KEY_ID: `alias/${name}`,
  PUBLIC_URL: 'http://localhost:3000',
  APP_URL: 'http://app.localhost',
  MAIL_URL: smtp,
  MAIL_PAGE_URL: mail,
  SIMULATED_STORES: 'true',
  SMS_PREFIXES: '+49,+43',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'SILENT',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: dynamodb,
  AWS_ENDPOINT_URL_SQS: queues,
  AWS_ENDPOINT_URL_S3: files,
  AWS_ENDPOINT_URL_KMS: kms,
  AWS_ENDPOINT_URL_SNS: `${mail}${SNS_PATH}`,
})
delete process.env.AWS_PROFILE

openTablesBy((table) => notingTopics(isEmbedded ? findEmbeddedTable(table) : createDynamoTable(table)))

hashPasswordsAt({ memoryKib: 8, passes: 1 })
// Stand-ins of shops and custodians have no limits of their own that a pace would keep.
hastenPaces(1000)

const definitions = readDefinitions()
if (isEmbedded) {
  const embedded = embedQueues(definitions.queues)
  openQueuesBy(() => embedded)
  const keys = makeOwnDataKeys()
  openDataKeysBy(() => keys)
}
const isWithoutServer = isEmbedded || dynamodb === NOTHING.url
const resources = {
  ...definitions,
  ...(isEmbedded && { queues: [], keyAliases: [] }),
  ...(isWithoutServer && { tables: [] }),
}
await createResources(resources, 'eu-central-1')

import { rm } from 'node:fs/promises'
import { readDefinitions } from '../local/definitions.ts'
import { startDynamoDb } from '../local/dynamodb.ts'
import { startKms } from '../local/kms.ts'
import { createResources } from '../local/resources.ts'
import { makeDataFolder } from '../tests/support/data-folder.ts'
import { freePort } from '../tests/support/free-port.ts'

/** A table and a key that the handlers find in this process, with no limits on requests; the answer ends them. */
export const startPlatform = async (): Promise<() => Promise<void>> => {
  const dataDir = await makeDataFolder()
  const [dynamodb, kms] = await Promise.all([startDynamoDb({ port: await freePort(), dataDir }), startKms({ port: 0 })])
  const before = { ...process.env }
  const most = '1000000000'
  Object.assign(process.env, {
    TABLE_NAME: 'bench',
    KMS_KEY_ID: 'alias/bench',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    RATE_LIMIT_IDENTITY: most,
    RATE_LIMIT_IP: most,
    RATE_LIMIT_AUTH: most,
    LOG_LEVEL: 'SILENT',
  })
  // Without its stream, which would double what the writes cost here and takes no part in what is measured.
  const tables = readDefinitions().tables.map(({ create: { StreamSpecification: _, ...create }, ...rest }) => ({
    ...rest,
    create,
  }))
  await createResources({ tables, queues: [], buckets: [], keyAliases: ['alias/bench'] }, 'eu-central-1')
  return async () => {
    process.env = before
    await Promise.all([dynamodb.stop(), kms.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

import { rm } from 'node:fs/promises'
import { chooseTable } from '../local/choose-table.ts'
import { readDefinitions } from '../local/definitions.ts'
import { startDynamoDb } from '../local/dynamodb.ts'
import { startKms } from '../local/kms.ts'
import { createResources } from '../local/resources.ts'
import { openFolderOfTables } from '../local/table/database.ts'
import { keepTablesIn } from '../local/table/keep-tables.ts'
import { makeDataFolder } from '../tests/support/data-folder.ts'
import { freePort } from '../tests/support/free-port.ts'

/** Starts a table and a key for the handlers in this process, without rate limits. Returns a function that stops them. */
export const startPlatform = async (): Promise<() => Promise<void>> => {
  const dataDir = await makeDataFolder()
  const isEmbedded = chooseTable().kind === 'embedded'
  const [dynamodb, kms] = await Promise.all([
    isEmbedded ? undefined : startDynamoDb({ port: await freePort(), dataDir }),
    startKms({ port: 0 }),
  ])
  if (isEmbedded) keepTablesIn(openFolderOfTables(dataDir))
  const before = { ...process.env }
  const most = '1000000000'
  Object.assign(process.env, {
    TABLE_NAME: 'bench',
    KMS_KEY_ID: 'alias/bench',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url }),
    AWS_ENDPOINT_URL_KMS: kms.url,
    RATE_LIMIT_IDENTITY: most,
    RATE_LIMIT_IP: most,
    RATE_LIMIT_AUTH: most,
    LOG_LEVEL: 'SILENT',
  })
  // The stream is left out: it would double the cost of writes and is not measured.
  const tables = readDefinitions().tables.map(({ create: { StreamSpecification: _, ...create }, ...rest }) => ({
    ...rest,
    create,
  }))
  await createResources(
    { tables: dynamodb ? tables : [], queues: [], buckets: [], keyAliases: ['alias/bench'] },
    'eu-central-1',
  )
  return async () => {
    process.env = before
    await Promise.all([dynamodb?.stop(), kms.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

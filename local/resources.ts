import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { CreateAliasCommand, CreateKeyCommand, KMSClient, paginateListAliases } from '@aws-sdk/client-kms'
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, GetQueueUrlCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Definitions, QueueDefinition, TableDefinition } from './definitions.ts'

const exists = async (call: Promise<unknown>) => {
  try {
    await call
    return true
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } }
    if (/NotFound|NonExistent|DoesNotExist/.test(name) || $metadata?.httpStatusCode === 404) return false
    throw error
  }
}

const createTable = async (client: DynamoDBClient, { create, expiresAttribute }: TableDefinition) => {
  const { TableName } = create
  if (await exists(client.send(new DescribeTableCommand({ TableName })))) return
  await client.send(new CreateTableCommand(create))
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05, maxDelay: 0.2 }, { TableName })
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: expiresAttribute, Enabled: true },
    }),
  )
}

const createQueue = async (client: SQSClient, { name, visibilitySeconds, retentionSeconds, dead }: QueueDefinition) => {
  if (await exists(client.send(new GetQueueUrlCommand({ QueueName: name })))) return
  const Attributes: Record<string, string> = {}
  if (visibilitySeconds) Attributes.VisibilityTimeout = String(visibilitySeconds)
  if (retentionSeconds) Attributes.MessageRetentionPeriod = String(retentionSeconds)
  const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes }))
  if (!dead) return
  const account = QueueUrl.split('/').at(-2)
  const region = await client.config.region()
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${region}:${account}:${dead.name}`,
    maxReceiveCount: dead.maxReceives,
  })
  await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }))
}

const createBucket = async (client: S3Client, Bucket: string) => {
  if (await exists(client.send(new HeadBucketCommand({ Bucket })))) return
  const region = await client.config.region()
  await client.send(
    new CreateBucketCommand({
      Bucket,
      ...(region === 'us-east-1'
        ? {}
        : { CreateBucketConfiguration: { LocationConstraint: region as 'eu-central-1' } }),
    }),
  )
}

const createKey = async (client: KMSClient, AliasName: string) => {
  for await (const { Aliases = [] } of paginateListAliases({ client }, {}))
    if (Aliases.some((alias) => alias.AliasName === AliasName)) return
  const { KeyMetadata } = await client.send(new CreateKeyCommand({ Description: AliasName }))
  await client.send(new CreateAliasCommand({ AliasName, TargetKeyId: KeyMetadata?.KeyId }))
}

/** Creates the missing resources of the definitions, at the endpoints in the environment of the SDK. */
export const createResources = async (
  { tables, queues, buckets, keyAliases }: Pick<Definitions, 'tables' | 'queues' | 'buckets' | 'keyAliases'>,
  region: string,
) => {
  const dynamo = new DynamoDBClient({ region })
  const sqs = new SQSClient({ region, useQueueUrlAsEndpoint: false })
  const s3 = new S3Client({ region, forcePathStyle: true })
  const kms = new KMSClient({ region })
  try {
    await Promise.all([
      ...tables.map((each) => createTable(dynamo, each)),
      ...buckets.map((each) => createBucket(s3, each)),
      ...keyAliases.map((each) => createKey(kms, each)),
      Promise.all(queues.filter(({ dead }) => !dead).map((each) => createQueue(sqs, each))).then(() =>
        Promise.all(queues.filter(({ dead }) => dead).map((each) => createQueue(sqs, each))),
      ),
    ])
  } finally {
    for (const client of [dynamo, sqs, s3, kms]) client.destroy()
  }
}

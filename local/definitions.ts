import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { parse, type ScalarTag } from 'yaml'

export const root = resolve(import.meta.dirname, '..')

type Tree = { [key: string]: Tree } & { [key: string]: unknown }
type Pattern = Record<string, unknown>

export interface TableDefinition {
  create: CreateTableCommandInput & { TableName: string }
  expiresAttribute: string
}

export interface QueueDefinition {
  name: string
  visibilitySeconds?: number
  retentionSeconds?: number
  dead?: { name: string; maxReceives: number }
}

interface Worker {
  /** Name of the deployed function. */
  name: string
  /** Source file of its handler, relative to the project. */
  source: string
  batchSize: number
}

export interface StreamWorker extends Worker {
  table: string
  patterns: Pattern[]
  retries: number
  bisect: boolean
  deadQueue: string
}

export interface QueueWorker extends Worker {
  queue: string
}

/** A function as the gateway runs it. */
export interface FunctionDefinition {
  /** Name of the deployed function. */
  name: string
  /** Source file of its handler, relative to the project. */
  source: string
  /** Name under which the source exports the handler. */
  exported: string
  timeoutSeconds: number
  memoryMegabytes: number
  /** The variables that the function sees, besides those of AWS. */
  environment: Record<string, string>
  /** Such as `ANY /api/partner/{proxy+}`, or `*` for whatever no other function takes. */
  routes: string[]
  /** Such as `rate(1 minute)`. */
  schedules: string[]
}

/** What serverless.yml defines, its variables resolved: the local stack and the tests build the same things from it. */
export interface Definitions {
  service: string
  stage: string
  region: string
  environment: Record<string, string>
  functions: FunctionDefinition[]
  tables: TableDefinition[]
  queues: QueueDefinition[]
  buckets: string[]
  keyAliases: string[]
  streamWorkers: StreamWorker[]
  queueWorkers: QueueWorker[]
}

const intrinsic = (tag: string, key: string, read: (text: string) => unknown = (text) => text): ScalarTag => ({
  tag,
  resolve: (text) => ({ [key]: read(text) }),
})

const customTags = [
  intrinsic('!Ref', 'Ref'),
  intrinsic('!Sub', 'Fn::Sub'),
  intrinsic('!GetAtt', 'Fn::GetAtt', (text) => text.split('.')),
]

const at = (tree: Tree, path: string[]) => path.reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree)

const resolver = (tree: Tree, stage: string, env: Record<string, string | undefined>) => {
  const source = (expression: string): unknown => {
    const [, kind, name = ''] = /^(env|param|self|sls):(.+)$/.exec(expression) ?? []
    if (kind === 'env') return env[name]
    if (kind === 'param') return at(tree, ['params', stage, name]) ?? at(tree, ['params', 'default', name])
    if (kind === 'self') return at(tree, name.split('.'))
    if (expression === 'sls:stage') return stage
    if (/^'.*'$/.test(expression)) return expression.slice(1, -1)
    throw new Error(`serverless.yml: \${${expression}} cannot be resolved locally`)
  }
  const text = (value: string): string =>
    value.replace(/\$\{((?:env|param|self|sls):[^}]+)\}/g, (whole, list: string) => {
      const found = list
        .split(',')
        .map((expression) => source(expression.trim()))
        .find((each) => each !== undefined)
      if (found === undefined) throw new Error(`serverless.yml: ${whole} has no value`)
      return text(String(found))
    })
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]))
  }
  return deep
}

interface GivenFunction {
  handler: string
  timeout?: number
  memorySize?: number
  environment?: Record<string, string>
  events: Tree[]
}

interface Provider {
  region: string
  timeout?: number
  memorySize?: number
  environment?: Record<string, string>
}

const DEFAULT_TIMEOUT_SECONDS = 6
const DEFAULT_MEMORY_MEGABYTES = 1024

const functionOf = (name: string, given: GivenFunction, provider: Provider): FunctionDefinition => {
  const [, path, exported = ''] = /^(.+)\.([^.]+)$/.exec(given.handler) ?? []
  const ofKind = (kind: string) => given.events.flatMap((event) => (event[kind] === undefined ? [] : [event[kind]]))
  return {
    name,
    source: `${path}.ts`,
    exported,
    timeoutSeconds: Number(given.timeout ?? provider.timeout ?? DEFAULT_TIMEOUT_SECONDS),
    memoryMegabytes: Number(given.memorySize ?? provider.memorySize ?? DEFAULT_MEMORY_MEGABYTES),
    environment: { ...provider.environment, ...given.environment },
    routes: ofKind('httpApi').map(String),
    schedules: ofKind('schedule').map(String),
  }
}

/** Reads serverless.yml; `env` overrides names exactly as the environment does for the framework. */
export const readDefinitions = ({
  folder = root,
  stage = 'dev',
  env = process.env,
}: {
  folder?: string
  stage?: string
  env?: Record<string, string | undefined>
} = {}): Definitions => {
  const tree = parse(readFileSync(join(folder, 'serverless.yml'), 'utf8'), { customTags }) as Tree
  const resolved = resolver(tree, stage, env)
  const service = String(tree.service)
  const provider = resolved(tree.provider) as Provider
  const resources = resolved(tree.resources?.Resources ?? {}) as Record<string, { Type: string; Properties: Tree }>
  const functions = resolved(tree.functions) as Record<string, GivenFunction>

  const nameOf = (key: string) => `${service}-${stage}-${key}`
  const ofType = (type: string) =>
    Object.values(resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties)
  const target = (reference: unknown) => {
    const [id = ''] = (reference as { 'Fn::GetAtt'?: string[] } | undefined)?.['Fn::GetAtt'] ?? []
    const properties = resources[id]?.Properties
    return String(properties?.QueueName ?? properties?.TableName)
  }
  const eventsOf = (kind: string) =>
    Object.entries(functions).flatMap(([key, { handler, events }]) =>
      events.flatMap((event) => {
        const given = event[kind]
        if (!given) return []
        const source = `${handler.replace(/\.[^.]+$/, '')}.ts`
        return [{ name: nameOf(key), source, batchSize: Number(given.batchSize), given }]
      }),
    )

  return {
    service,
    stage,
    region: provider.region,
    environment: provider.environment ?? {},
    functions: Object.entries(functions).map(([key, given]) => functionOf(nameOf(key), given, provider)),
    tables: ofType('AWS::DynamoDB::Table').map((table) => ({
      create: {
        TableName: String(table.TableName),
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: table.AttributeDefinitions,
        KeySchema: table.KeySchema,
        GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
        StreamSpecification: { StreamEnabled: true, ...table.StreamSpecification },
      } as unknown as TableDefinition['create'],
      expiresAttribute: String(table.TimeToLiveSpecification?.AttributeName),
    })),
    queues: ofType('AWS::SQS::Queue').map((queue) => ({
      name: String(queue.QueueName),
      ...(queue.VisibilityTimeout ? { visibilitySeconds: Number(queue.VisibilityTimeout) } : {}),
      ...(queue.MessageRetentionPeriod ? { retentionSeconds: Number(queue.MessageRetentionPeriod) } : {}),
      ...(queue.RedrivePolicy
        ? {
            dead: {
              name: target(queue.RedrivePolicy.deadLetterTargetArn),
              maxReceives: Number(queue.RedrivePolicy.maxReceiveCount),
            },
          }
        : {}),
    })),
    buckets: ofType('AWS::S3::Bucket').map(({ BucketName }) => String(BucketName)),
    keyAliases: ofType('AWS::KMS::Alias').map(({ AliasName }) => String(AliasName)),
    streamWorkers: eventsOf('stream').map(({ given, ...worker }) => ({
      ...worker,
      table: target(given.arn),
      patterns: (given.filterPatterns ?? []) as unknown as Pattern[],
      retries: Number(given.maximumRetryAttempts),
      bisect: Boolean(given.bisectBatchOnFunctionError),
      deadQueue: target(given.destinations?.onFailure?.arn),
    })),
    queueWorkers: eventsOf('sqs').map(({ given, ...worker }) => ({ ...worker, queue: target(given.arn) })),
  }
}

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
  /** Source file of the handler, relative to the project. */
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
  /** Source file of the handler, relative to the project. */
  source: string
  /** Name under which the source exports the handler. */
  exported: string
  timeoutSeconds: number
  memoryMegabytes: number
  /** Variables of the function, besides those of AWS. */
  environment: Record<string, string>
  /** Routes such as `ANY /api/partner/{proxy+}`; `*` matches requests that no other function matches. */
  routes: string[]
  /** Schedules such as `rate(1 minute)`. */
  schedules: string[]
}

/** Contents of serverless.yml with its variables resolved. The local stack and the tests create the same resources from it. */
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

const readPath = (tree: Tree, path: string[]) =>
  path.reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree)

const makeResolver = (tree: Tree, stage: string, env: Record<string, string | undefined>) => {
  const source = (expression: string): unknown => {
    const [, kind, name = ''] = /^(env|param|self|sls):(.+)$/.exec(expression) ?? []
    if (kind === 'env') return env[name]
    if (kind === 'param') return readPath(tree, ['params', stage, name]) ?? readPath(tree, ['params', 'default', name])
    if (kind === 'self') return readPath(tree, name.split('.'))
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

const readFunction = (name: string, given: GivenFunction, provider: Provider): FunctionDefinition => {
  const [, path, exported = ''] = /^(.+)\.([^.]+)$/.exec(given.handler) ?? []
  const listEvents = (kind: string) => given.events.flatMap((event) => (event[kind] === undefined ? [] : [event[kind]]))
  return {
    name,
    source: `${path}.ts`,
    exported,
    timeoutSeconds: Number(given.timeout ?? provider.timeout ?? DEFAULT_TIMEOUT_SECONDS),
    memoryMegabytes: Number(given.memorySize ?? provider.memorySize ?? DEFAULT_MEMORY_MEGABYTES),
    environment: { ...provider.environment, ...given.environment },
    routes: listEvents('httpApi').map(String),
    schedules: listEvents('schedule').map(String),
  }
}

let parsed: { text: string; tree: Tree } | undefined

/** Parsing takes longer than all else here, and is asked for again and again with the same text. */
const parseOnce = (text: string): Tree => {
  if (parsed?.text !== text) parsed = { text, tree: parse(text, { customTags }) as Tree }
  return parsed.tree
}

/** Reads serverless.yml. `env` sets variables as the environment does for the framework. */
export const readDefinitions = ({
  folder = root,
  stage = 'dev',
  env = process.env,
}: {
  folder?: string
  stage?: string
  env?: Record<string, string | undefined>
} = {}): Definitions => {
  const tree = parseOnce(readFileSync(join(folder, 'serverless.yml'), 'utf8'))
  const resolved = makeResolver(tree, stage, env)
  const service = String(tree.service)
  const provider = resolved(tree.provider) as Provider
  const resources = resolved(tree.resources?.Resources ?? {}) as Record<string, { Type: string; Properties: Tree }>
  const functions = resolved(tree.functions) as Record<string, GivenFunction>

  const buildName = (key: string) => `${service}-${stage}-${key}`
  const listResources = (type: string) =>
    Object.values(resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties)
  const findTargetName = (reference: unknown) => {
    const [id = ''] = (reference as { 'Fn::GetAtt'?: string[] } | undefined)?.['Fn::GetAtt'] ?? []
    const properties = resources[id]?.Properties
    return String(properties?.QueueName ?? properties?.TableName)
  }
  const listWorkers = (kind: string) =>
    Object.entries(functions).flatMap(([key, { handler, events }]) =>
      events.flatMap((event) => {
        const given = event[kind]
        if (!given) return []
        const source = `${handler.replace(/\.[^.]+$/, '')}.ts`
        return [{ name: buildName(key), source, batchSize: Number(given.batchSize), given }]
      }),
    )

  return {
    service,
    stage,
    region: provider.region,
    environment: provider.environment ?? {},
    functions: Object.entries(functions).map(([key, given]) => readFunction(buildName(key), given, provider)),
    tables: listResources('AWS::DynamoDB::Table').map((table) => ({
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
    queues: listResources('AWS::SQS::Queue').map((queue) => ({
      name: String(queue.QueueName),
      ...(queue.VisibilityTimeout ? { visibilitySeconds: Number(queue.VisibilityTimeout) } : {}),
      ...(queue.MessageRetentionPeriod ? { retentionSeconds: Number(queue.MessageRetentionPeriod) } : {}),
      ...(queue.RedrivePolicy
        ? {
            dead: {
              name: findTargetName(queue.RedrivePolicy.deadLetterTargetArn),
              maxReceives: Number(queue.RedrivePolicy.maxReceiveCount),
            },
          }
        : {}),
    })),
    buckets: listResources('AWS::S3::Bucket').map(({ BucketName }) => String(BucketName)),
    keyAliases: listResources('AWS::KMS::Alias').map(({ AliasName }) => String(AliasName)),
    streamWorkers: listWorkers('stream').map(({ given, ...worker }) => ({
      ...worker,
      table: findTargetName(given.arn),
      patterns: (given.filterPatterns ?? []) as unknown as Pattern[],
      retries: Number(given.maximumRetryAttempts),
      bisect: Boolean(given.bisectBatchOnFunctionError),
      deadQueue: findTargetName(given.destinations?.onFailure?.arn),
    })),
    queueWorkers: listWorkers('sqs').map(({ given, ...worker }) => ({ ...worker, queue: findTargetName(given.arn) })),
  }
}

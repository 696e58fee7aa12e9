import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '../../deploy/serverless.ts'
import { root } from '../../local/definitions.ts'
import { installPackages } from '../../local/install-packages.ts'
import { hashFiles, remember } from '../support/remember.ts'
import { DEPLOYED_ADDRESS, startCloud } from './cloud.ts'
import { sampleMemory } from './sample-memory.ts'

type Properties = Record<string, never> & Record<string, unknown>
interface Statement {
  Effect: string
  Action: string[]
  Resource?: unknown
  NotResource?: unknown
}

let resources: Record<string, Resource>
let outputs: Record<string, { Value: unknown }>

const ofType = (type: string) =>
  Object.entries(resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => ({ id, ...(Properties as Properties) }) as { id: string } & Record<string, unknown>)
const target = (reference: unknown) => (reference as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]
const readProperties = (id: string) => resources[id]?.Properties ?? {}
const mappings = () =>
  ofType('AWS::Lambda::EventSourceMapping').map((mapping) => ({
    mapping,
    from: target(mapping.EventSourceArn),
    timeout: Number(readProperties(target(mapping.FunctionName)).Timeout),
  }))
const fromQueues = () => mappings().filter(({ from }) => resources[from]?.Type === 'AWS::SQS::Queue')
const fromStreams = () => mappings().filter(({ from }) => resources[from]?.Type === 'AWS::DynamoDB::Table')
const statements = (role: Record<string, unknown>) =>
  (role.Policies as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  )

const HAS_PROC = existsSync('/proc/self/stat')
const MAX_MEGABYTES = 1000

interface Deployed {
  /** What the command printed, and how it ended. */
  deployment: { output: string; exitCode: number | null }
  template: { Resources?: Record<string, Resource>; Outputs?: Record<string, { Value: unknown }> }
  calls: string[]
  /** The most memory that the command and the processes below it had at one time. */
  megabytes: number | undefined
}

const deploy = async (): Promise<Deployed> => {
  // The deployment has a home of its own, in which npm knows no registry and no cache.
  installPackages('deploy/framework')
  const cloud = await startCloud()
  const home = await mkdtemp(join(tmpdir(), 'entrepot-'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const command = spawn('npm', ['run', 'deploy'], {
    cwd: root,
    env: {
      ...{ PATH, HOME: home, ...cloud.environment },
      // The framework compiles its modules and the schema of its configuration, unless it finds them compiled.
      ...{ NODE_COMPILE_CACHE, SLS_SCHEMA_CACHE_BASE_DIR: join(root, '.cache') },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endSampling = HAS_PROC ? sampleMemory(command.pid as number) : undefined
  let megabytes: number | undefined
  try {
    let output = ''
    for (const stream of [command.stdout, command.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [exitCode] = (await once(command, 'close')) as [number | null]
    megabytes = endSampling?.()
    return { deployment: { output, exitCode }, template: cloud.readStack() ?? {}, calls: cloud.calls, megabytes }
  } finally {
    endSampling?.()
    await cloud.stop()
    await rm(home, { recursive: true, force: true })
  }
}

/** Everything that a deployment is made of. */
const SOURCES = ['deploy', 'functions', 'lib', 'schemas', 'local/definitions.ts', 'tests/deploy', 'serverless.yml']
const PACKAGES = ['package.json', 'package-lock.json', 'tsconfig.json']

let deployment: Deployed['deployment']
let calls: string[]
let megabytes: number | undefined

beforeAll(async () => {
  // Bundling every function takes minutes on a busy machine, and the same sources give the same template.
  const sources = hashFiles(...SOURCES, ...PACKAGES)
  const deployed = await remember(['npm run deploy', sources], deploy, (each) => each.deployment.exitCode === 0)
  ;({ deployment, calls, megabytes } = deployed)
  resources = deployed.template.Resources ?? {}
  outputs = deployed.template.Outputs ?? {}
}, 900_000)

describe('npm run deploy', () => {
  test('ends well and prints the address of the API', () => {
    expect(deployment.output).toContain(`address: ${DEPLOYED_ADDRESS}`)
    expect(deployment.output).toContain('Service deployed to stack entrepot-dev')
    expect(deployment.exitCode).toBe(0)
  })

  test.skipIf(!HAS_PROC)('needs less than a gigabyte of memory with all of its processes', () => {
    process.stdout.write(`The deployment needed ${megabytes} MB.\n`)
    expect(megabytes).toBeGreaterThan(100)
    expect(megabytes).toBeLessThan(MAX_MEGABYTES)
  })

  test('runs the hooks of every plugin', () => {
    expect(calls.lastIndexOf('DescribeStacks')).toBeGreaterThan(calls.lastIndexOf('ExecuteChangeSet'))
    expect(outputs.ApiUrl).toBeDefined()
    expect(ofType('AWS::IAM::Role').length).toBeGreaterThan(40)
    expect(ofType('AWS::CloudWatch::Alarm').length).toBeGreaterThan(5)
    const { DependsOn } = resources.IamLambdaFunction ?? {}
    expect(DependsOn).toEqual(['IamLogGroup'])
    for (const { id, Handler } of ofType('AWS::Lambda::Function')) expect(Handler, id).toBe('index.handler')
  })
})

describe('the deployed template', () => {
  test('has a visibility timeout of at least six times the timeout of the worker', () => {
    expect(fromQueues()).not.toEqual([])
    for (const { from, timeout } of fromQueues()) {
      expect(Number(readProperties(from).VisibilityTimeout), from).toBeGreaterThanOrEqual(6 * timeout)
    }
  })

  test('lets only the workers of events and of webhooks send messages to their own queues', () => {
    const looping = ofType('AWS::Lambda::Function').filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow')
    expect(looping.map(({ id }) => id)).toEqual(['OnEventLambdaFunction', 'OnWebhookLambdaFunction'])
  })

  test('tries a message at least five times, then keeps it for fourteen days', () => {
    for (const { from, mapping } of fromQueues()) {
      const { maxReceiveCount, deadLetterTargetArn } = readProperties(from).RedrivePolicy as Record<string, unknown>
      expect(maxReceiveCount, from).toBeGreaterThanOrEqual(5)
      expect(readProperties(target(deadLetterTargetArn)).MessageRetentionPeriod, from).toBe(14 * 24 * 3600)
      expect(mapping.FunctionResponseTypes, from).toEqual(['ReportBatchItemFailures'])
    }
  })

  test('never lets one unreadable change block the stream', () => {
    expect(fromStreams()).not.toEqual([])
    for (const { mapping } of fromStreams()) {
      expect(mapping.BisectBatchOnFunctionError).toBe(true)
      expect(mapping.MaximumRetryAttempts).toBeGreaterThan(0)
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
      const { OnFailure } = mapping.DestinationConfig as { OnFailure: { Destination: unknown } }
      expect(resources[target(OnFailure.Destination)]?.Type).toBe('AWS::SQS::Queue')
    }
  })

  test('has an alarm for every dead-letter queue and for a stream that falls behind', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm')
    const watched = alarms.flatMap(({ Dimensions }) => (Dimensions as { Value: unknown }[]).map(({ Value }) => Value))
    const dead = ofType('AWS::SQS::Queue').filter(({ id }) => id.includes('Dead'))
    for (const { id } of dead) expect(watched).toContainEqual({ 'Fn::GetAtt': [id, 'QueueName'] })
    expect(alarms.filter(({ MetricName }) => MetricName === 'IteratorAge')).toHaveLength(fromStreams().length)
  })

  test('encrypts the table with a key of its own, rotates that key, and has point-in-time recovery', () => {
    for (const { SSESpecification, PointInTimeRecoverySpecification } of ofType('AWS::DynamoDB::Table')) {
      expect(SSESpecification).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' })
      expect(PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true })
    }
    for (const { EnableKeyRotation } of ofType('AWS::KMS::Key')) expect(EnableKeyRotation).toBe(true)
  })

  test('has the address of the API as an output, and uses it where none is set', () => {
    const address = { 'Fn::Sub': 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' }
    expect(outputs.ApiUrl?.Value).toEqual(address)
    expect(resources.HttpApi?.Type).toBe('AWS::ApiGatewayV2::Api')
    for (const { id, Environment } of ofType('AWS::Lambda::Function')) {
      const { PUBLIC_URL, APP_URL, SIGN_IN_RETURN_URIS } = (Environment as { Variables: Record<string, unknown> })
        .Variables
      expect([PUBLIC_URL, APP_URL, SIGN_IN_RETURN_URIS], id).toEqual([address, address, address])
    }
    expect(JSON.stringify(resources)).not.toContain('localhost')
  })

  test('encrypts every queue', () => {
    const queues = ofType('AWS::SQS::Queue')
    expect(queues.length).toBeGreaterThan(8)
    for (const { id, SqsManagedSseEnabled } of queues) expect(SqsManagedSseEnabled, id).toBe(true)
  })

  test('blocks public access to every bucket', () => {
    const buckets = ofType('AWS::S3::Bucket')
    expect(buckets.length).toBeGreaterThan(0)
    for (const { id, PublicAccessBlockConfiguration } of buckets)
      expect(Object.values((PublicAccessBlockConfiguration ?? {}) as object), id).toEqual([true, true, true, true])
  })

  test('lets only the account and DynamoDB in it use the key', () => {
    const { Statement } = readProperties('Key').KeyPolicy as {
      Statement: { Principal: unknown; Condition?: unknown }[]
    }
    for (const { Principal, Condition } of Statement)
      if (JSON.stringify(Principal).includes('"*"')) expect(JSON.stringify(Condition)).toContain('kms:CallerAccount')
    expect(Statement).toHaveLength(2)
  })

  test('keeps the files private', () => {
    const { PublicAccessBlockConfiguration } = readProperties('FilesBucket')
    expect(Object.values(PublicAccessBlockConfiguration as object)).toEqual([true, true, true, true])
    expect(JSON.stringify(readProperties('FilesBucketPolicy'))).toContain('"aws:SecureTransport":"false"')
  })

  test('gives every function a role of its own that names each resource it may use', () => {
    const functions = ofType('AWS::Lambda::Function')
    const roles = functions.map(({ Role }) => target(Role))
    expect(new Set(roles).size).toBe(functions.length)
    for (const role of ofType('AWS::IAM::Role')) {
      for (const { Action, Resource, NotResource } of statements(role)) {
        expect(Action.join(), role.id).not.toContain('*')
        if (NotResource) {
          expect([role.id, Action]).toEqual(['OnDeliveryRole', ['sns:Publish']])
          expect(JSON.stringify(NotResource)).toContain(':sns:*:*:*')
          continue
        }
        const isWide = JSON.stringify(Resource)
          .replaceAll(
            /:log-group:[^"]*:\*"|FilesBucket\.Arn}\/(?:uploads\/|exports\/|order-payloads\/|tenants\/\*\/files\/)?\*"/g,
            '"',
          )
          .includes('*')
        if (isWide) expect(Action, role.id).toEqual(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'])
      }
    }
  })

  test('keeps every log for thirty days', () => {
    const groups = ofType('AWS::Logs::LogGroup')
    expect(groups).toHaveLength(ofType('AWS::Lambda::Function').length + 1)
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(30)
  })

  test('has fewer than 400 resources', () => {
    expect(Object.keys(resources).length).toBeLessThan(400)
  })
})

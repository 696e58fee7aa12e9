import type { FunctionDefinition, Serverless, Value } from './serverless.ts'

interface Statement {
  Effect: 'Allow'
  Action: string[]
  Resource?: unknown
  NotResource?: unknown
}

const allow = (Action: string[], Resource: unknown): Statement => ({ Effect: 'Allow', Action, Resource })
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const sub = (text: string) => ({ 'Fn::Sub': text })
const send = (queue: string) => allow(['sqs:SendMessage', 'sqs:GetQueueUrl'], arn(queue))

const listFiles = allow(['s3:ListBucket'], arn('FilesBucket'))

/** Permissions by the words in a function's `access`. */
const ACCESS: Record<string, (environment: Record<string, Value>) => Statement | Statement[]> = {
  table: () =>
    allow(
      ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (action) => `dynamodb:${action}`,
      ),
      [arn('Table'), sub('${Table.Arn}/index/due')],
    ),
  key: () => allow(['kms:GenerateDataKey', 'kms:Decrypt'], arn('Key')),
  // Without the right to list, S3 answers 403 for a file that is not there.
  files: () => [allow(['s3:GetObject', 's3:PutObject'], sub('${FilesBucket.Arn}/*')), listFiles],
  filesRead: () => [allow(['s3:GetObject'], sub('${FilesBucket.Arn}/*')), listFiles],
  // Signs URLs of uploads and of checked files.
  uploads: () => [
    allow(['s3:PutObject', 's3:GetObject', 's3:ListMultipartUploadParts'], sub('${FilesBucket.Arn}/uploads/*')),
    allow(['s3:GetObject'], sub('${FilesBucket.Arn}/tenants/*/files/*')),
    listFiles,
  ],
  filesErase: () =>
    allow(
      ['s3:DeleteObject', 's3:AbortMultipartUpload'],
      ['uploads/*', 'exports/*', 'order-payloads/*', 'tenants/*/files/*'].map((path) =>
        sub(`\${FilesBucket.Arn}/${path}`),
      ),
    ),
  events: () => send('EventsQueue'),
  deliveries: () => send('DeliveriesQueue'),
  webhooks: () => send('WebhooksQueue'),
  sync: () => send('SyncQueue'),
  mail: ({ MAIL_FROM = '' }) => {
    const sender = String(MAIL_FROM)
    const address = /<(.+)>/.exec(sender)?.[1] ?? sender
    const identity = (name: string) =>
      sub(`arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity/${name}`)
    return allow(['ses:SendEmail', 'ses:SendRawEmail'], [identity(address), identity(address.replace(/^.*@/, ''))])
  },
  // A telephone number is no IAM resource, so the policy can only exclude topics and apps.
  sms: () => ({ Effect: 'Allow', Action: ['sns:Publish'], NotResource: sub('arn:${AWS::Partition}:sns:*:*:*') }),
}

const allowEvents = ({ events }: FunctionDefinition) =>
  events.flatMap(({ stream, sqs }) => [
    ...(stream
      ? [
          allow(
            ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map((each) => `dynamodb:${each}`),
            stream.arn,
          ),
          ...(stream.destinations ? [allow(['sqs:SendMessage'], stream.destinations.onFailure.arn)] : []),
        ]
      : []),
    ...(sqs ? [allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], sqs.arn)] : []),
  ])

const buildStatements = (definition: FunctionDefinition, environment: Record<string, Value>) => [
  allow(
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    sub(`arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/${definition.name}:*`),
  ),
  // X-Ray has no permissions per resource.
  allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'),
  ...allowEvents(definition),
  ...(definition.access ?? []).flatMap((word) => (ACCESS[word] as (typeof ACCESS)[string])(environment)),
]

/** Gives every function a role of its own with the permissions that its events and its `access` need. */
export default class RolesPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless) {
    serverless.configSchemaHandler.defineFunctionProperties('aws', {
      properties: { access: { type: 'array', items: { enum: Object.keys(ACCESS) } } },
      required: ['access'],
    })
    this.hooks = {
      'before:package:initialize': () => {
        const { functions, provider, resources } = serverless.service
        for (const [name, definition] of Object.entries(functions)) {
          const role = `${name.charAt(0).toUpperCase()}${name.slice(1)}Role`
          definition.role = role
          resources.Resources[role] = {
            Type: 'AWS::IAM::Role',
            Properties: {
              AssumeRolePolicyDocument: {
                Version: '2012-10-17',
                Statement: [
                  { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
                ],
              },
              Policies: [
                {
                  PolicyName: 'access',
                  PolicyDocument: {
                    Version: '2012-10-17',
                    Statement: buildStatements(definition, provider.environment),
                  },
                },
              ],
            },
          }
        }
      },
    }
  }
}

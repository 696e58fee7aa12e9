import type { IncomingMessage } from 'node:http'
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Resource } from '../../deploy/serverless.ts'
import { startQueuesOrFiles } from '../../local/queues.ts'
import { serve } from '../../local/serve.ts'

export interface Template {
  Resources: Record<string, Resource>
  Outputs: Record<string, { Value: unknown }>
}

interface Stack {
  template: Template
  /** The changes that a change set describes until it is executed. */
  proposed?: Template
}

const REGION = 'eu-central-1'
const API_ID = 'a1b2c3d4e5'
const BUCKET = 'entrepot-dev-deployments'
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' }

/** The address that the gateway of the stand-in gives the API. */
export const DEPLOYED_ADDRESS = `https://${API_ID}.execute-api.${REGION}.amazonaws.com`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const readText = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Computes the outputs that need no more than the address of the gateway and the names of this account. */
const computeOutputs = ({ Outputs = {} }: Partial<Template>) =>
  Object.entries(Outputs).map(([key, { Value }]) => {
    const text = typeof Value === 'string' ? Value : String((Value as { 'Fn::Sub'?: string })['Fn::Sub'] ?? 'computed')
    const value = text
      .replaceAll('${HttpApi}', API_ID)
      .replaceAll('${AWS::Region}', REGION)
      .replaceAll('${AWS::URLSuffix}', 'amazonaws.com')
    return `<member><OutputKey>${key}</OutputKey><OutputValue>${escapeXml(value)}</OutputValue></member>`
  })

/**
 * Starts what a deployment talks to: object storage, who the caller is, and the calls of CloudFormation by which a stack is
 * created and changed with change sets. Every other call is refused as one of a person without rights.
 */
export const startCloud = async () => {
  const storage = await startQueuesOrFiles({ port: 0 })
  const s3 = new S3Client({ region: REGION, endpoint: storage.url, forcePathStyle: true, credentials: CREDENTIALS })
  const calls: string[] = []
  let stack: Stack | undefined

  const readTemplate = async (url: string): Promise<Template> => {
    const key = new URL(url).pathname.slice(`/${BUCKET}/`.length)
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }))
    return JSON.parse((await Body?.transformToString()) ?? '') as Template
  }
  const event = (status: string) =>
    `<member><EventId>${status}</EventId><StackName>entrepot-dev</StackName><LogicalResourceId>entrepot-dev</LogicalResourceId>` +
    `<ResourceType>AWS::CloudFormation::Stack</ResourceType><ResourceStatus>${status}</ResourceStatus></member>`
  const STACK_ID = '<StackId>arn:aws:cloudformation:stack/entrepot-dev</StackId>'

  /** Answers of CloudFormation by the name of the call; undefined where the stack or the resource does not exist. */
  const answers: Record<string, (parameters: URLSearchParams) => string | undefined | Promise<string | undefined>> = {
    GetCallerIdentity: () => '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/test</Arn>',
    ValidateTemplate: () => '',
    DeleteChangeSet: () => '',
    SetStackPolicy: () => '',
    async CreateChangeSet(parameters) {
      const url = parameters.get('TemplateURL')
      const proposed = url ? await readTemplate(url) : (JSON.parse(parameters.get('TemplateBody') ?? '') as Template)
      stack = stack ? { ...stack, proposed } : { template: { Resources: {}, Outputs: {} }, proposed }
      return `<Id>change</Id>${STACK_ID}`
    },
    DescribeChangeSet: () =>
      `<ChangeSetName>change</ChangeSetName><Status>CREATE_COMPLETE</Status>${STACK_ID}` +
      '<Changes><member><Type>Resource</Type></member></Changes>',
    async ExecuteChangeSet() {
      const isNew = !stack?.template.Resources.ServerlessDeploymentBucket
      if (stack?.proposed) stack = { template: stack.proposed }
      if (isNew) await s3.send(new CreateBucketCommand({ Bucket: BUCKET }))
      return ''
    },
    DescribeStackEvents: () => {
      const action = Object.keys(stack?.template.Resources ?? {}).length > 2 ? 'UPDATE' : 'CREATE'
      return `<StackEvents>${event(`${action}_COMPLETE`)}${event(`${action}_IN_PROGRESS`)}</StackEvents>`
    },
    DescribeStacks: () =>
      stack &&
      `<Stacks><member>${STACK_ID}<StackName>entrepot-dev</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>` +
        `<Outputs>${computeOutputs(stack.template).join('')}</Outputs></member></Stacks>`,
    ListStackResources: () => '<StackResourceSummaries></StackResourceSummaries>',
    DescribeStackResource: (parameters) =>
      stack?.template.Resources[parameters.get('LogicalResourceId') ?? ''] &&
      `<StackResourceDetail><PhysicalResourceId>${BUCKET}</PhysicalResourceId></StackResourceDetail>`,
  }

  const { url, stop } = await serve(async (request, response) => {
    const parameters = new URLSearchParams(await readText(request))
    const action = parameters.get('Action') ?? `${request.method} ${request.url}`
    calls.push(action)
    const answer = answers[action]
    const result = await answer?.(parameters)
    if (result !== undefined) {
      response.writeHead(200, { 'content-type': 'text/xml' })
      response.end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`)
      return
    }
    const [status, code, text] = answer
      ? [400, 'ValidationError', 'Stack with id entrepot-dev does not exist']
      : [403, 'AccessDenied', 'The stand-in does not have this call']
    response.writeHead(status, { 'content-type': 'text/xml' })
    response.end(`<ErrorResponse><Error><Code>${code}</Code><Message>${text}</Message></Error></ErrorResponse>`)
  })

  return {
    /** The variables with which a program talks to the stand-in. */
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ENDPOINT_URL_S3: storage.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      SLS_AWS_MONITORING_FREQUENCY: '10',
    },
    /** The calls other than those of the object storage, in their order. */
    calls,
    /** The template of the stack as it was executed last. */
    readStack: () => stack?.template,
    async stop() {
      s3.destroy()
      await Promise.all([stop(), storage.stop()])
    },
  }
}

import { join, resolve } from 'node:path'
import { chooseTable, type TableChoice } from './choose-table.ts'
import { type Definitions, readDefinitions, root } from './definitions.ts'
import { EXAMPLES_FILE } from './demo/examples-file.ts'
import { SNS_PATH } from './mail/sns.ts'
import { providerEnvironment } from './providers/environment.ts'
import { openIdSignIn } from './providers/openid.ts'

export interface Port {
  number: number
  /** Environment variable that changes it. */
  variable: string
  purpose: string
}

type PortName = 'api' | 'lambda' | 'dynamodb' | 'queues' | 'files' | 'kms' | 'smtp' | 'mail' | 'providers'

export interface Settings {
  dataDir: string
  /** False if the demo tenant stays empty. */
  fillsDemoTenant: boolean
  /** Endpoint that replaces all of AWS; undefined if the embedded servers run. */
  awsEndpoint: string | undefined
  /** Tells where the table is; an endpoint that replaces all of AWS has it itself. */
  table: TableChoice
  /** True if serverless-offline runs the functions instead of the project's own gateway. */
  isOffline: boolean
  ports: Record<PortName, Port>
  definitions: Definitions
  /** Environment of every function and every AWS client of this stack. */
  environment: Record<string, string>
}

const PORTS: Record<PortName, [number, string, string]> = {
  api: [3000, 'API_PORT', 'the API'],
  lambda: [3002, 'LAMBDA_PORT', 'invoking workers'],
  dynamodb: [8000, 'DYNAMODB_PORT', 'DynamoDB Local'],
  queues: [4566, 'AWS_PORT', 'the queues'],
  files: [4567, 'FILES_PORT', 'the object storage'],
  kms: [4568, 'KMS_PORT', 'the key service'],
  smtp: [1025, 'SMTP_PORT', 'catching mails'],
  mail: [1080, 'MAIL_PORT', 'the mail page'],
  providers: [1090, 'PROVIDERS_PORT', 'the pages of providers'],
}

const readPort = (variable: string, fallback: number, env: NodeJS.ProcessEnv) => {
  const number = Number(env[variable] || fallback)
  if (!Number.isInteger(number) || number < 1 || number > 65535)
    throw new Error(`${variable} must be a port number from 1 to 65535.`)
  return number
}

export const readDataFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.DATA_DIR || join(root, '.data'))

/** Reads the settings of a stack. Throws if a variable has no meaning. */
export const readSettings = ({
  localstack = false,
  isOffline = false,
  env = process.env,
  table = localstack ? { kind: 'dynamodb', because: 'LocalStack has it' } : chooseTable(env),
}: {
  localstack?: boolean
  isOffline?: boolean
  env?: NodeJS.ProcessEnv
  table?: TableChoice
} = {}): Settings => {
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([name, [fallback, variable, purpose]]) => [
      name,
      { number: readPort(variable, fallback, env), variable, purpose },
    ]),
  ) as Settings['ports']
  const buildUrl = (name: PortName) => `http://127.0.0.1:${ports[name].number}`
  const awsEndpoint = localstack ? env.AWS_ENDPOINT_URL || 'http://localhost:4566' : undefined
  const publicUrl = env.PUBLIC_URL || `http://localhost:${ports.api.number}`
  const appUrl = env.APP_URL || publicUrl
  const providers = `http://localhost:${ports.providers.number}`
  const defaults = {
    ...env,
    PUBLIC_URL: publicUrl,
    APP_URL: appUrl,
    SIGN_IN_OIDC: env.SIGN_IN_OIDC || openIdSignIn(providers),
    SIGN_IN_RETURN_URIS: env.SIGN_IN_RETURN_URIS || `${appUrl},${providers}/signed-in`,
    OUTBOUND_ALLOW_PRIVATE: env.OUTBOUND_ALLOW_PRIVATE || 'true',
    SIMULATED_STORES: env.SIMULATED_STORES || 'true',
    SMS_PREFIXES: env.SMS_PREFIXES || '+',
    MAIL_URL: env.MAIL_URL || `smtp://127.0.0.1:${ports.smtp.number}`,
  }
  const definitions = readDefinitions({ env: defaults })
  const dataDir = readDataFolder(env)
  return {
    dataDir,
    fillsDemoTenant: env.DEMO_TENANT !== 'false',
    awsEndpoint,
    table,
    isOffline,
    ports,
    definitions,
    environment: {
      ...definitions.environment,
      ...providerEnvironment(providers, env),
      EXAMPLES_FILE: join(dataDir, EXAMPLES_FILE),
      AWS_REGION: definitions.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SNS: `${buildUrl('mail')}${SNS_PATH}`,
      ...(awsEndpoint
        ? { AWS_ENDPOINT_URL: awsEndpoint }
        : {
            ...(table.kind === 'embedded'
              ? { LOCAL_TABLES: join(dataDir, 'tables') }
              : {
                  AWS_ENDPOINT_URL_DYNAMODB: buildUrl('dynamodb'),
                  // A test puts itself in between to decide when the stream is read.
                  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: env.STREAMS_URL || buildUrl('dynamodb'),
                }),
            AWS_ENDPOINT_URL_SQS: buildUrl('queues'),
            AWS_ENDPOINT_URL_S3: buildUrl('files'),
            AWS_ENDPOINT_URL_KMS: buildUrl('kms'),
          }),
    },
  }
}

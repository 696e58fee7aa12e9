import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { FunctionDefinition } from '../definitions.ts'
import type { OpenTableFile } from '../table/database.ts'
import { runInEnvironment } from './environments.ts'
import { buildModuleUrl } from './module-graphs.ts'

const KEEP_TABLES = join(import.meta.dirname, '../table/keep-tables.ts')

type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** Thrown if a function exceeds its timeout. The function continues to run, because nothing can stop it in the process. */
export class Overrun extends Error {}

export interface LocalFunction extends FunctionDefinition {
  invoke: (event: unknown) => Promise<unknown>
}

const region = () => process.env.AWS_REGION ?? 'eu-central-1'

const isInherited = (variable: string) => variable.startsWith('AWS_') || variable.startsWith('LOCAL_')

/** Builds a function's environment: variables of AWS and of the local gateway, and the variables in serverless.yml. */
const buildEnvironment = ({ name, memoryMegabytes, environment }: FunctionDefinition): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([variable]) => isInherited(variable))),
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  ...environment,
})

/** Makes a function that runs any number of invocations in parallel, each within its timeout. */
export const makeLocalFunction = (
  definition: FunctionDefinition,
  folder: string,
  openTableFile?: OpenTableFile,
): LocalFunction => {
  const { name, source, exported, timeoutSeconds, memoryMegabytes } = definition
  const environment = buildEnvironment(definition)
  let loading: Promise<Handler> | undefined
  const importOwn = (file: string) => import(buildModuleUrl(name, file))
  const load = async () => {
    if (openTableFile) {
      const { keepTablesIn } = (await importOwn(KEEP_TABLES)) as typeof import('../table/keep-tables.ts')
      keepTablesIn(openTableFile)
    }
    const module = (await importOwn(join(folder, source))) as Record<string, Handler | undefined>
    flushCompileCache()
    const handler = module[exported]
    if (!handler) throw new Error(`${source} has no export ${exported}`)
    return handler
  }

  const run = async (event: unknown): Promise<unknown> => {
    loading ??= load()
    const handler = await loading
    const end = performance.now() + timeoutSeconds * 1000
    let timer: NodeJS.Timeout | undefined
    const overrun = new Promise<never>((_, reject) => {
      const late = () => reject(new Overrun(`${name} did not end within ${timeoutSeconds} seconds`))
      timer = setTimeout(late, timeoutSeconds * 1000)
    })
    const context = {
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: `arn:aws:lambda:${region()}:000000000000:function:${name}`,
      memoryLimitInMB: String(memoryMegabytes),
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis: () => Math.max(0, Math.floor(end - performance.now())),
    }
    try {
      return await Promise.race([handler(event, context), overrun])
    } finally {
      clearTimeout(timer)
    }
  }

  return { ...definition, invoke: (event) => runInEnvironment(environment, () => run(event)) }
}

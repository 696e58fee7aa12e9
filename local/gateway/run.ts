import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { readDefinitions } from '../definitions.ts'
import { separateEnvironments } from './environments.ts'
import { startHttpServer } from './http-server.ts'
import { startLambdaServer } from './lambda-server.ts'
import { makeLocalFunction } from './local-function.ts'
import { separateModules } from './module-graphs.ts'
import { tellReady } from './ready-line.ts'

// One process with all functions of a folder's serverless.yml. It serves one state of the sources and ends when they change.

const folder = resolve(process.argv[2] ?? '.')
enableCompileCache()
separateModules(folder)
separateEnvironments()
const functions = readDefinitions({ folder }).functions.map((definition) => makeLocalFunction(definition, folder))
const [http, lambda] = await Promise.all([startHttpServer(functions), startLambdaServer(functions)])
tellReady({ http, lambda })

import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { readDefinitions } from '../definitions.ts'
import { openFolderOfTables } from '../table/database.ts'
import { separateEnvironments } from './environments.ts'
import { startHttpServer } from './http-server.ts'
import { startLambdaServer } from './lambda-server.ts'
import { makeLocalFunction } from './local-function.ts'
import { separateModules } from './module-graphs.ts'
import { printReady } from './ready-line.ts'

// Runs all functions of a folder's serverless.yml in one process, from the sources at its start. A change of the sources
// replaces the process.

const folder = resolve(process.argv[2] ?? '.')
enableCompileCache()
separateModules(folder)
separateEnvironments()
const { LOCAL_TABLES: tables } = process.env
const openTableFile = tables ? openFolderOfTables(tables) : undefined
const functions = readDefinitions({ folder }).functions.map((definition) =>
  makeLocalFunction(definition, folder, openTableFile),
)
const [http, lambda] = await Promise.all([startHttpServer(functions), startLambdaServer(functions)])
printReady({ http, lambda })
// The process is killed at its end, when it could not write what it has compiled.
flushCompileCache()

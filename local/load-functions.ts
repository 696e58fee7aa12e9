import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readDefinitions, root } from './definitions.ts'
import { keepTablesOf } from './table/keep-tables.ts'

// Loads all functions before serverless-offline listens. It would load each at its first call, in the middle of the time
// that all calls of the process have.

enableCompileCache()
keepTablesOf(process.env)
for (const { source } of readDefinitions().functions) await import(join(root, source))
// The process is killed at its end, when it could not write what it has compiled.
flushCompileCache()

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readDefinitions, root } from './definitions.ts'

// Loads all functions before serverless-offline listens. It would load each at its first call, in the middle of the time
// that all calls of the process have.

enableCompileCache()
for (const { source } of readDefinitions().functions) await import(join(root, source))

import { flushCompileCache } from 'node:module'
import { afterAll, vi } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { emptyCaches } from '../../lib/platform/bounded-cache.ts'
import { useLogger } from '../../lib/platform/log.ts'

/** Environment of the process before its first test file. */
const KEY = Symbol.for('environment before all test files')
const kept = globalThis as { [KEY]?: NodeJS.ProcessEnv }

// The files of a worker share its process and the modules of the platform, which saves loading and optimizing them for each
// file. Nothing else is shared: every file loads the modules of tests anew, finds the environment and the clock as the first
// one did, and opens an app of its own.
vi.resetModules()
vi.useRealTimers()
vi.restoreAllMocks()
kept[KEY] ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in kept[KEY])) delete process.env[name]
Object.assign(process.env, kept[KEY])
useApp(undefined)
emptyCaches()
useLogger(undefined)

// A worker is ended with a signal, before which Node would not write down what it compiled.
afterAll(() => flushCompileCache())

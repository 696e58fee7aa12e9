import { vi } from 'vitest'

/** Environment of the process before its first test file. */
const KEY = Symbol.for('environment before all test files')
const kept = globalThis as { [KEY]?: NodeJS.ProcessEnv }

// The files of a worker share its process, which saves starting one and loading packages for each. Nothing else is shared:
// every file loads all modules anew, and finds the environment and the clock as the first one did.
vi.resetModules()
vi.useRealTimers()
vi.restoreAllMocks()
kept[KEY] ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in kept[KEY])) delete process.env[name]
Object.assign(process.env, kept[KEY])

import type { Reporter, TestModule, Vitest } from 'vitest/node'

const MAX_SLOW_FILES = 10
/** Runs that are shorter need no advice on what to make faster. */
const MIN_SHOWN_MS = 60_000

const describeSlowFiles = (modules: readonly TestModule[]) => {
  const timed = modules.map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
  if (timed.reduce((sum, { ms }) => sum + ms, 0) < MIN_SHOWN_MS) return ''
  const slowest = timed.sort((a, b) => b.ms - a.ms).slice(0, MAX_SLOW_FILES)
  return `\nThe slowest files:\n${slowest.map(({ file, ms }) => `${String(Math.round(ms / 1000)).padStart(6)} s  ${file}\n`).join('')}`
}

/**
 * Prints the slowest files and the seed of a run, and, on a line of its own, the numbers of passed and failed tests at the
 * end.
 */
export default class TallyReporter implements Reporter {
  #seed = 0

  onInit({ config }: Vitest) {
    this.#seed = config.sequence.seed
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]) {
    let passed = 0
    let failed = unhandled.length
    for (const module of modules) {
      if (module.errors().length) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed') failed += 1
      }
    }
    const slow = describeSlowFiles(modules)
    process.once('exit', () =>
      process.stdout.write(`${slow}\nSEED=${this.#seed}\n${passed} passed, ${failed} failed\n`),
    )
  }
}

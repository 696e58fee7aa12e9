import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Prints the seed of the run and, on a line of its own, the numbers of passed and failed tests at the end. */
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
    process.once('exit', () => process.stdout.write(`\nSEED=${this.#seed}\n${passed} passed, ${failed} failed\n`))
  }
}

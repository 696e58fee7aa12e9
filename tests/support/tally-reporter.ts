import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Says at the very end the seed of the run and, alone on a line, how many tests passed and failed. */
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

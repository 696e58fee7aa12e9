import type { Reporter, TestModule } from 'vitest/node'

/** Says at the very end, alone on a line, how many tests passed and failed. */
export default class TallyReporter implements Reporter {
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
    process.once('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}

import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTextViolations } from '../../../lib/notification/templates/find-text-violations.ts'

// Coverage counts only code compiled after it was started, so this test has a file of its own.
const session = new Session()
beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
})
afterAll(() => session.disconnect())

const countRuns = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => /liquidjs|notification\/templates/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((runs, { count }) => runs + count, 0)
}

describe('the work of checking a template', () => {
  /** Number of executed code blocks, which is the same on every machine. */
  const workOf = async (source: string): Promise<number> => {
    await countRuns()
    await findTextViolations({ bodyTemplate: source }, 'partner.partner.created')
    return await countRuns()
  }

  test.each([
    ['outputs', (count: number) => '{{ zz }}'.repeat(count)],
    ['outputs that are right', (count: number) => '{{ partnerId }}'.repeat(count)],
    ['lines', (count: number) => '{{ zz }}\n'.repeat(count)],
    ['assignments', (count: number) => '{% assign a = 1 %}'.repeat(count)],
    ['conditions', (count: number) => `{% if a${' or a'.repeat(count)} %}{% endif %}`],
    ['members', (count: number) => `{{ partnerName${'[partnerName]'.repeat(count)} }}`],
  ])('grows with the number of %s, and not with its square', async (_, source) => {
    await workOf(source(10))
    const [once, four] = [await workOf(source(500)), await workOf(source(2_000))]
    expect(once).toBeGreaterThan(500)
    expect(four / once).toBeLessThan(8)
  })
})

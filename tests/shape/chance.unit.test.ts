import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { chance, runSeed } from '../support/seed.ts'

describe('chance in tests', () => {
  it('comes only from the seed of the run', async () => {
    const unseeded: string[] = []
    for await (const file of glob('tests/**/*.ts'))
      if (file !== 'tests/shape/chance.unit.test.ts' && /Math\.random|randomInt\(/.test(readFileSync(file, 'utf8')))
        unseeded.push(file)
    expect(unseeded).toEqual([])
  })

  it('is the same for the same seed', () => {
    const [one, other] = [chance(), chance()]
    expect(Number.isInteger(runSeed)).toBe(true)
    expect(Array.from({ length: 5 }, one)).toEqual(Array.from({ length: 5 }, other))
  })
})

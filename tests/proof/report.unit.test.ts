import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitParts, sumFigures } from './proof.ts'
import { PROOFS } from './proofs.ts'
import { renderReport } from './report.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

test('docs/proof.md shows the results of the latest full runs', () => {
  const results = JSON.parse(read('results.json'))
  expect(read('../../docs/proof.md')).toBe(renderReport(PROOFS, results))
  expect(Object.keys(results).filter((name) => !PROOFS.some((proof) => proof.name === name))).toEqual([])
})

/** Reads a file, or all files of a folder. */
const readAll = (path: string): string =>
  path.endsWith('/')
    ? readdirSync(join(import.meta.dirname, path))
        .map((name) => read(path + name))
        .join()
    : read(path)

test('every proof names a file or folder that reads its part and records figures', () => {
  for (const { name, file } of PROOFS) {
    const source = readAll(join('../..', file))
    expect(source, name).toContain('proofPart(')
    expect(source, name).toContain('recordFigures(')
  }
  expect(new Set(PROOFS.map(({ name }) => name)).size).toBe(PROOFS.length)
})

test('the parts of a proof contain every seed once', () => {
  expect(splitParts(7, 5, 2)).toEqual([
    { from: 7, count: 2 },
    { from: 9, count: 2 },
    { from: 11, count: 1 },
  ])
})

test('figures of parts are added up, and the largest of a name that says so is kept', () => {
  expect(sumFigures([{ kills: 2, 'largest delay': 9 }, { kills: 3, 'largest delay': 4 }, {}])).toEqual({
    kills: 5,
    'largest delay': 9,
  })
})

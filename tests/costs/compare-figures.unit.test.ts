import { expect, it } from 'vitest'
import { compareFigures } from '../../bench/cost/compare-figures.ts'

const render = (...rows: string[]) =>
  ['### In the request', '', '| operation | actions | $ |', '| --- | --: | --: |', ...rows].join('\n')

it('names what is dearer, cheaper, new and gone, and nothing else', () => {
  const before = render('| create | 9 | 1.50 |', '| read | 0 | 0.10 |', '| old | 1 | 1.00 |')
  const after = render('| create | 10 | 1.40 |', '| read | 0 | 0.10 |', '| new | 1 | 1.00 |')
  expect(compareFigures(before, after)).toEqual([
    'In the request: create: actions 9 -> 10 (dearer), $ 1.50 -> 1.40 (cheaper).',
    'In the request: old is gone.',
    'In the request: new is new.',
  ])
  expect(compareFigures(before, before)).toEqual([])
})

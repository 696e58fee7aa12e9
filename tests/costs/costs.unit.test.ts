import { expect, it } from 'vitest'
import { compareFigures } from '../../bench/cost/compare-figures.ts'
import { countCosts } from '../../bench/cost/count-costs.ts'
import { readFigures, renderCosts } from '../../bench/cost/document.ts'

const HINT = `The figures in docs/costs.md are not those of this code. If an operation is dearer, decide whether it must be. Then
run \`npm run bench -- cost\`, which writes the new figures, and review them in the diff.`

it('every operation costs exactly what docs/costs.md says', async () => {
  const differences = compareFigures(readFigures(), renderCosts(await countCosts()))
  expect(differences, [HINT, ...differences].join('\n')).toEqual([])
})

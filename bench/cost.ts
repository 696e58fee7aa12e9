import { compareFigures } from './cost/compare-figures.ts'
import { countCosts } from './cost/count-costs.ts'
import { readFigures, renderCosts, writeFigures } from './cost/document.ts'

/** Counts what every kind of operation costs, writes the figures into docs/costs.md and returns what has changed. */
export const cost = async (): Promise<string> => {
  const before = readFigures()
  const figures = renderCosts(await countCosts())
  writeFigures(figures)
  const changes = compareFigures(before, figures)
  return [
    figures,
    '',
    changes.length ? `Changed in docs/costs.md:\n${changes.join('\n')}` : 'Nothing has changed.',
  ].join('\n')
}

interface Row {
  place: string
  cells: ReadonlyMap<string, string>
}

const readCells = (line: string): string[] =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1)

/** Reads the rows of all tables, each with the heading above it. */
const readRows = (figures: string): Row[] => {
  const rows: Row[] = []
  let [heading, titles]: [string, string[] | undefined] = ['', undefined]
  for (const line of figures.split('\n')) {
    if (line.startsWith('#')) [heading, titles] = [line.replace(/^#+ /, ''), undefined]
    if (!line.startsWith('|')) continue
    const [name = '', ...cells] = readCells(line)
    if (titles === undefined) titles = cells
    else if (!/^-+:?$/.test(name))
      rows.push({
        place: `${heading}: ${name}`,
        cells: new Map(cells.map((cell, place) => [titles?.[place] ?? '', cell])),
      })
  }
  return rows
}

const judge = (before: string, after: string) => (Number(after) > Number(before) ? 'dearer' : 'cheaper')

/** Lists the differences between two renderings of the figures, each as a sentence. */
export const compareFigures = (before: string, after: string): string[] => {
  const [old, now] = [before, after].map(
    (figures) => new Map(readRows(figures).map(({ place, cells }) => [place, cells])),
  )
  const places = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...places].flatMap((place) => {
    const [was, is] = [old?.get(place), now?.get(place)]
    if (!was) return [`${place} is new.`]
    if (!is) return [`${place} is gone.`]
    const changes = [...is].filter(([title, value]) => was.get(title) !== value)
    if (!changes.length) return []
    const words = changes.map(([title, value]) => {
      const from = was.get(title) ?? ''
      return `${title} ${from} -> ${value} (${judge(from, value)})`
    })
    return [`${place}: ${words.join(', ')}.`]
  })
}

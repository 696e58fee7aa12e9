/** Summary of repeated measurements of one thing. */
export interface Spread {
  median: number
  least: number
  most: number
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

export const spread = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
})

export const fixed = (value: number, digits = 1) => value.toFixed(digits)

export const range = ({ least, most }: Spread) => `${fixed(least)} to ${fixed(most)}`

/** Median of the ratios per round. Both figures of a round are measured in turn, so a slow round slows both. */
export const ratio = (values: readonly number[], base: readonly number[]): number =>
  quantile(
    values.map((value, round) => value / (base[round] as number)),
    0.5,
  )

/** Renders a Markdown table with aligned columns. */
export const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [columns, ...rows]
  const widths = columns.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, i) => (i ? (row[i] ?? '').padStart(width) : (row[i] ?? '').padEnd(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [line(columns), rule, ...rows.map(line)].join('\n')
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/definitions.ts'
import { table } from '../report.ts'
import type { Cost } from './measure.ts'
import { computeDollars } from './prices.ts'
import type { Tally } from './tally.ts'

const PATH = join(root, 'docs/costs.md')
const BEGIN = '<!-- begin of what `npm run bench -- cost` writes -->'
const END = '<!-- end of what `npm run bench -- cost` writes -->'
const FLOOR = { read: 'floor of a read', write: 'floor of a write' }
const KILOBYTE = 1024

const formatCount = (count: number): string => (Number.isInteger(count) ? String(count) : count.toFixed(2))
const formatDollars = (dollars: number): string => dollars.toFixed(2)

type Column = readonly [title: string, format: (tally: Tally) => string]

const CALLS: readonly Column[] = [
  ['calls', ({ calls }) => formatCount(calls)],
  ['reads', ({ reads }) => formatCount(reads)],
  ['writes', ({ writes }) => formatCount(writes)],
  ['actions', ({ actions }) => formatCount(actions)],
  ['RRU', ({ readUnits }) => formatCount(readUnits)],
  ['WRU', ({ writeUnits }) => formatCount(writeUnits)],
  ['KB', ({ bytes }) => (bytes / KILOBYTE).toFixed(1)],
  ['SQS', ({ queueRequests }) => formatCount(queueRequests)],
  ['KMS', ({ keyRequests }) => formatCount(keyRequests)],
  ['S3', ({ fileReads, fileWrites }) => formatCount(fileReads + fileWrites)],
  ['ms', ({ functionMs }) => formatCount(functionMs)],
]
const REQUEST: readonly Column[] = [['sequential', ({ sequentialCalls }) => formatCount(sequentialCalls)], ...CALLS]
const BEHIND: readonly Column[] = [
  ['functions', ({ invocations }) => formatCount(invocations)],
  ...CALLS,
  ['sent', ({ sent }) => formatCount(sent)],
]

const hasWork = ({ calls, invocations }: Tally) => calls > 0 || invocations > 0
const isRead = ({ request }: Cost) => request.actions === 0

/** Renders the figures of all operations as two tables. */
export const renderCosts = (costs: readonly Cost[]): string => {
  const price = (name: string) => {
    const found = costs.find((cost) => cost.name.startsWith(name))
    return found ? computeDollars(found.request) : Number.NaN
  }
  const floors = { read: price(FLOOR.read), write: price(FLOOR.write) }
  const compareToFloor = (cost: Cost) =>
    (computeDollars(cost.request) / (isRead(cost) ? floors.read : floors.write)).toFixed(1)
  const inRequest = costs.map((cost) => [
    cost.name,
    ...REQUEST.map(([, format]) => format(cost.request)),
    formatDollars(computeDollars(cost.request)),
    compareToFloor(cost),
    formatDollars(computeDollars(cost.request) + computeDollars(cost.behind)),
  ])
  const behind = costs
    .filter((cost) => hasWork(cost.behind))
    .map((cost) => [
      cost.name,
      ...BEHIND.map(([, format]) => format(cost.behind)),
      formatDollars(computeDollars(cost.behind)),
    ])
  return [
    '### In the request',
    table(['operation', ...REQUEST.map(([title]) => title), '$', 'to the floor', '$ in all'], inRequest),
    '### Behind it',
    table(['operation', ...BEHIND.map(([title]) => title), '$'], behind),
  ].join('\n\n')
}

const read = (): { before: string; figures: string; after: string } => {
  const text = readFileSync(PATH, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin === -1 || end === -1)
    throw new Error(`docs/costs.md has no place for the figures, between ${BEGIN} and ${END}`)
  const start = begin + BEGIN.length
  return { before: text.slice(0, start), figures: text.slice(start, end).trim(), after: text.slice(end) }
}

/** Returns the figures in docs/costs.md. */
export const readFigures = (): string => read().figures

/** Replaces the figures in docs/costs.md. */
export const writeFigures = (figures: string): void => {
  const { before, after } = read()
  writeFileSync(PATH, `${before}\n\n${figures}\n\n${after}`)
}

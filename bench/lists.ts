import { performance } from 'node:perf_hooks'
import { custodians } from '../lib/warehousing/custodian-store.ts'
import { aMember, type Member } from '../tests/support/client.ts'
import { fill, storedCustodian } from '../tests/support/fill.ts'
import { startPlatform } from './platform.ts'

// Does a list answer as fast in a tenant with many resources as in one with few?

const FEW = 100
const MANY = Number(process.env.MANY ?? 100_000)
const ROUNDS = Number(process.env.ROUNDS ?? 80)
const PAGE_SIZE = 20
const GOAL = 1.5
const SPANS = { 'a year': 365 * 86_400_000, 'five minutes': 300_000 }

const stop = await startPlatform()

const filled = async (size: number, spanMs: number): Promise<Member> => {
  const member = await aMember()
  const start = Date.now() - spanMs
  const records = Array.from({ length: size }, (_, i) =>
    storedCustodian(new Date(start + Math.floor((i / size) * spanMs)), {
      // Three in five of each, so that even few fill a page with any filter.
      status: i % 5 < 3 ? 'active' : 'suspended',
      type: Math.floor(i / 5) % 5 < 3 ? 'custom' : 'internal',
      name: `Lager${i % 1000}`,
    }),
  )
  await fill('bench', custodians, member.tenant, records)
  return member
}

const CASES: Record<string, { query: string; place: 'first' | 'middle' | 'last'; goal: boolean }> = {
  'page 1': { query: '', place: 'first', goal: true },
  'by type, page 1': { query: 'type=custom', place: 'first', goal: true },
  'by status, page 1': { query: 'status=active', place: 'first', goal: true },
  'by type and status, page 1': { query: 'type=custom&status=active', place: 'first', goal: true },
  'last page': { query: '', place: 'last', goal: true },
  'by status, last page': { query: 'status=active', place: 'last', goal: true },
  'middle page': { query: '', place: 'middle', goal: false },
  'by status, middle page': { query: 'status=active', place: 'middle', goal: false },
}

const urlOf = async (member: Member, { query, place }: { query: string; place: string }) => {
  const url = `/api/warehousing/custodians?itemsPerPage=${PAGE_SIZE}&${query}`
  const { body } = await member.get(url)
  const last = Math.ceil(body.totalItems / PAGE_SIZE)
  const page = place === 'first' ? 1 : place === 'last' ? last : Math.ceil(last / 2)
  return `${url}&page=${page}`
}

const timed = async (member: Member, url: string) => {
  const start = performance.now()
  const { status } = await member.get(url)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return performance.now() - start
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number

let missed = 0
for (const [span, spanMs] of Object.entries(SPANS)) {
  const tenants = [await filled(FEW, spanMs), await filled(MANY, spanMs)] as const
  const rows = await Promise.all(
    Object.entries(CASES).map(async ([name, asked]) => {
      const urls = await Promise.all(tenants.map((member) => urlOf(member, asked)))
      return { name, goal: asked.goal, urls, times: tenants.map((): number[] => []) }
    }),
  )
  for (let round = -10; round < ROUNDS; round++)
    for (const { urls, times } of rows)
      for (const [i, member] of tenants.entries()) {
        const ms = await timed(member, urls[i] as string)
        if (round >= 0) times[i]?.push(ms)
      }
  console.log(`\nmade within ${span}, median of ${ROUNDS} (ms)`)
  console.log(`${'list'.padEnd(30)}${String(FEW).padStart(9)}${String(MANY).padStart(9)}    ratio`)
  for (const { name, goal, times } of rows) {
    const [few = 0, many = 0] = times.map(median)
    const over = goal && many / few > GOAL
    if (over) missed++
    const figures = [few, many].map((ms) => ms.toFixed(2).padStart(9)).join('')
    console.log(`${name.padEnd(30)}${figures}${(many / few).toFixed(2).padStart(9)}${over ? `  above ${GOAL}` : ''}`)
  }
}
await stop()
process.exitCode = missed ? 1 : 0

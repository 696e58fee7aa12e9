import type { Schedule } from '../../lib/billing/recurring-invoice-profiles/recurring-profile.ts'

// A model of periods: walks an independent calendar day by day and decides for each day whether a period starts.
interface Walk {
  y: number
  m: number
  d: number
  weekday: number
}

const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
const countDays = ({ y, m }: Pick<Walk, 'y' | 'm'>) =>
  m === 2 ? (isLeap(y) ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31
const tomorrow = ({ y, m, d, weekday }: Walk): Walk => {
  const next = { y, m, d: d + 1, weekday: (weekday % 7) + 1 }
  if (d < countDays({ y, m })) return next
  return m === 12 ? { ...next, y: y + 1, m: 1, d: 1 } : { ...next, m: m + 1, d: 1 }
}
const written = ({ y, m, d }: Walk) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`

// Starts on a Saturday and extends beyond every period tested.
const calendar: Walk[] = [{ y: 2000, m: 1, d: 1, weekday: 6 }]
while ((calendar.at(-1) as Walk).y < 2070) calendar.push(tomorrow(calendar.at(-1) as Walk))
const places = new Map(calendar.map((at, place) => [written(at), place]))

const begins = ({ cadence, anchorDay, startAt }: Schedule, at: Walk) => {
  if (cadence === 'weekly') return at.weekday === anchorDay
  const [y, m] = startAt.split('-').map(Number) as [number, number]
  const months = (at.y - y) * 12 + at.m - m
  const step = cadence === 'monthly' ? 1 : cadence === 'quarterly' ? 3 : 12
  return months % step === 0 && at.d === Math.min(anchorDay, countDays(at))
}

/** Lists the first periods that start on or after the day. */
export const modelled = (schedule: Schedule, number: number, from = schedule.startAt) => {
  const periods: string[] = []
  for (let place = places.get(from) as number; periods.length < number; place++)
    if (begins(schedule, calendar[place] as Walk)) periods.push(written(calendar[place] as Walk))
  return periods
}

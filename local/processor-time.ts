import { readdirSync, readFileSync } from 'node:fs'

const statOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Processor time that a group of processes has used so far, in ticks; undefined where the system does not tell. */
export const processorTime = (group: number): number | undefined => {
  try {
    const stats = readdirSync('/proc').map(statOf)
    const own = stats.filter(([, , of]) => Number(of) === group)
    return own.reduce((sum, stat) => sum + Number(stat[11]) + Number(stat[12]), 0)
  } catch {
    return undefined
  }
}

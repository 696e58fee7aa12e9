import { readdirSync, readFileSync } from 'node:fs'

const readStat = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Reads the processor time of a process group, in ticks; undefined if the system does not provide it. */
export const readProcessorTime = (group: number): number | undefined => {
  try {
    const stats = readdirSync('/proc').map(readStat)
    const own = stats.filter(([, , of]) => Number(of) === group)
    return own.reduce((sum, stat) => sum + Number(stat[11]) + Number(stat[12]), 0)
  } catch {
    return undefined
  }
}

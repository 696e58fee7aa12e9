import { styleText } from 'node:util'

/** Shows which parts are starting, and which have started after how long. */
export interface Progress {
  /** Shows the part until its work is done, and returns the result. */
  follow: <T>(part: string, work: () => Promise<T>) => Promise<T>
}

interface Output {
  isTTY?: boolean | undefined
  write: (text: string) => unknown
}

const CLEAR_LINE = '\r\u001b[2K'
const COLUMN = 34

/** On a terminal the last line names what is still starting; elsewhere each part gets a plain line when it has started. */
export const createProgress = (output: Output, now: () => number = Date.now): Progress => {
  const running = new Set<string>()
  const paint = (style: Parameters<typeof styleText>[0], text: string) => (output.isTTY ? styleText(style, text) : text)
  const showRunning = () => {
    if (output.isTTY) output.write(`${CLEAR_LINE}${running.size ? `  … ${[...running].join(', ')}` : ''}`)
  }
  const end = (part: string, mark: string, since: number) => {
    running.delete(part)
    const seconds = `${((now() - since) / 1000).toFixed(1)} s`
    output.write(`${output.isTTY ? CLEAR_LINE : ''}  ${mark} ${part.padEnd(COLUMN)} ${paint('dim', seconds)}\n`)
    showRunning()
  }
  return {
    async follow(part, work) {
      const since = now()
      running.add(part)
      showRunning()
      try {
        const result = await work()
        end(part, paint('green', '✓'), since)
        return result
      } catch (error) {
        end(part, paint('red', '✗'), since)
        throw error
      }
    },
  }
}

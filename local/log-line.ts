import { styleText } from 'node:util'

interface LogLine {
  level: string
  message: string
  timestamp: string
  error?: { name?: string; message?: string }
}

// Fields that are in every line and mean nothing on one machine.
const HIDDEN_FIELDS = new Set(['service', 'sampling_rate', 'xray_trace_id', 'gatewayRequestId'])

const parseLine = (line: string): (LogLine & Record<string, unknown>) | undefined => {
  if (!line.startsWith('{"level"')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Formats a line of the functions' log for people; returns any other line unchanged. */
export const formatLine = (line: string): string => {
  const found = parseLine(line)
  if (!found) return line
  const { level, message, timestamp, error, ...fields } = found
  const known = Object.entries(fields)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const failure = error ? [`${error.name}: ${error.message}`] : []
  const color = level === 'ERROR' ? 'red' : level === 'WARN' ? 'yellow' : 'green'
  const head = styleText(color, level.padEnd(5), { stream: process.stdout })
  return [
    timestamp.slice(11, 19),
    head,
    message,
    ...failure,
    styleText('dim', known.join(' '), { stream: process.stdout }),
  ].join(' ')
}

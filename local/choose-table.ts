import { spawnSync } from 'node:child_process'

export type TableKind = 'embedded' | 'dynamodb'

export interface TableChoice {
  kind: TableKind
  /** Why it was chosen, as the second half of a sentence. */
  because: string
  /** Names what the choice needs and this machine does not have, as the second half of a sentence. */
  lacks?: string | undefined
}

const MIN_JAVA_VERSION = 17
const WANTED = `Java ${MIN_JAVA_VERSION} or newer`

/** Returns the major version of Java on the path; undefined if there is no Java. */
const findJavaVersion = (): number | undefined => {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  if (error) return undefined
  const [, first = '', second = ''] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? []
  return Number(first === '1' ? second : first)
}

const describeMissingJava = (): string | undefined => {
  const version = findJavaVersion()
  if (version === undefined) return `there is no \`java\` on the path, and DynamoDB Local needs ${WANTED}`
  if (version >= MIN_JAVA_VERSION) return undefined
  return `the \`java\` on the path has version ${version || 'unknown'}, and DynamoDB Local needs ${WANTED}`
}

/** Chooses where the table is: where `TABLE` says, else in DynamoDB Local if that can run here. Throws if `TABLE` is wrong. */
export const chooseTable = ({ TABLE: wanted }: NodeJS.ProcessEnv = process.env): TableChoice => {
  if (wanted === 'embedded') return { kind: wanted, because: 'TABLE is embedded' }
  if (wanted === 'dynamodb') return { kind: wanted, because: 'TABLE is dynamodb', lacks: describeMissingJava() }
  if (wanted) throw new Error('TABLE must be embedded or dynamodb.')
  const missing = describeMissingJava()
  return missing ? { kind: 'embedded', because: missing } : { kind: 'dynamodb', because: `${WANTED} is on the path` }
}

/** True if DynamoDB Local can run on this machine. */
export const hasJava = (): boolean => describeMissingJava() === undefined

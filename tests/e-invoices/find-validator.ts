import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The validator with the rules of EN 16931 and XRechnung, and the rules of Peppol. */
const ARTIFACTS = ['org.mustangproject:Mustang-CLI:2.26.0', 'com.helger.phive.rules:phive-rules-peppol:4.3.7']

const run = promisify(execFile)

/** Kept between runs; ignored by Git. */
const FOLDER = join(import.meta.dirname, '../../.cache/e-invoices')

/** Gets an artifact by Maven, which knows its repositories from its settings, unless it is there. */
const fetchArtifact = async (artifact: string): Promise<string> => {
  const [, name, version] = artifact.split(':')
  const path = join(FOLDER, `${name}-${version}.jar`)
  if (existsSync(path)) return path
  await mkdir(FOLDER, { recursive: true })
  const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${FOLDER}`]
  await run('mvn', ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:copy', ...options], { cwd: FOLDER })
  return path
}

const fetchAll = async (): Promise<string> => {
  const paths: string[] = []
  for (const artifact of ARTIFACTS) paths.push(await fetchArtifact(artifact))
  return paths.join(delimiter)
}

/**
 * Returns the class path of the validator, or the reason why there is none on this machine. `E_INVOICE_VALIDATOR` names
 * another one.
 */
export const findValidator = async (): Promise<{ path: string } | { reason: string }> => {
  try {
    await run('java', ['-version'])
    return { path: process.env.E_INVOICE_VALIDATOR ?? (await fetchAll()) }
  } catch (error) {
    return { reason: (error as Error).message.split('\n')[0] ?? '' }
  }
}

/** Validates the e-invoices in a folder. Returns one line for each finding, and their number. */
export const validateFolder = async (validator: string, folder: string) => {
  const program = join(import.meta.dirname, 'Validate.java')
  const { stdout } = await run('java', ['-cp', validator, program, folder], { maxBuffer: 1e9, cwd: folder })
  const lines = stdout.trim().split('\n')
  const [, count = '0'] = /^validated\t(\d+)$/.exec(lines.pop() ?? '') ?? []
  return { findings: lines, count: Number(count) }
}

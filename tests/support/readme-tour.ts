import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const readTour = () => {
  const [, section = ''] = readFileSync('README.md', 'utf8').split('## Five minutes with curl')
  return [...(section.split('\n## ')[0] ?? '').matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block as string)
}

/** Runs the code blocks of the README's tour, or the first ones, and returns what each of them printed. */
export const runReadmeTour = async (urls: { api: string; mail: string }, blocks?: number): Promise<string[]> => {
  const script = readTour()
    .slice(0, blocks)
    .map((block, i) => `echo "<block ${i}>"\n${block}`)
    .join('\n')
    .replace('API=http://localhost:3000', `API=${urls.api}`)
    .replace('MAILS=http://localhost:1080', `MAILS=${urls.mail}`)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `ACCESS=\n${script}`], { timeout: 280_000 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`The tour stopped after:\n${error.stdout}\n${error.stderr}`)
    },
  )
  return stdout.split(/<block \d+>\n/).slice(1)
}

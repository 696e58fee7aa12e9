import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Prints what a deployment consists of, as CycloneDX. npm leaves out packages that development needs too if it is asked for
// those of a deployment alone, so it is asked for all of them.

const ROOT = join(import.meta.dirname, '..')

interface Bill {
  components: { 'bom-ref': string; purl: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean; link?: boolean }>
}
const deployed = new Set(
  // Whatever lies outside of node_modules, and the links to it, is code of this repository.
  Object.entries(packages).flatMap(([path, { version, dev, link }]) =>
    path.includes('node_modules/') && !dev && !link ? [`pkg:npm/${path.split('node_modules/').at(-1)}@${version}`] : [],
  ),
)

const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const all = JSON.parse(
  execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 }),
) as Bill
const components = all.components.filter(({ purl }) => deployed.has(decodeURIComponent(purl)))
const removed = new Set(all.components.map((each) => each['bom-ref']))
for (const each of components) removed.delete(each['bom-ref'])
const dependencies = all.dependencies
  .filter(({ ref }) => !removed.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !removed.has(each)) }))
process.stdout.write(`${JSON.stringify({ ...all, components, dependencies }, null, 2)}\n`)

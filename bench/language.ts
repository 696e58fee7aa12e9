import { dirname, relative, resolve } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isAsExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'
import { sources } from '../tests/shape/sources.ts'

// `npm run bench:language` measures names of functions, comments, casts, import cycles, folders and file sizes. It
// recognises verbs and participles by a list and by endings, so the trend counts and not the digit. `-- --names` lists the
// names that do not begin with a verb.

const PRODUCT = ['lib', 'functions', 'schemas', 'local', 'deploy', 'operator']

const VERBS =
  'abort accept accumulate acquire activate add adopt advance allocate allow anonymize append apply approve archive ask assemble assert assign attach attempt audit authenticate authorize await batch begin bill bind block book browse build bundle cache calculate call cancel canonicalize capture carry catch change charge check choose claim clamp clean clear clone close collect commit compare compile complete compose compute confirm connect consume contain convert copy correct count cover create credit cut deactivate decide declare decode decrease decrypt deduplicate default defer define delay delete deliver deny derive describe deserialize detach detect determine diff disable discard disconnect discover dispatch divide download drain draw drop dump earn emit enable encode encrypt end enqueue ensure enter enumerate erase escape estimate evaluate exclude execute exchange exist expand expect expire explain export expose extend extract fail fall fetch fill filter find finish fit flatten flush fold follow forget format forward free freeze generate get give grant group grow guess handle has hash hide hold identify ignore import include increase increment index infer initialize inject insert inspect install introspect invite invoke is issue iterate join judge keep know label lay layout leave limit link list listen load localize lock log login look lookup lower make map mark mask match measure merge migrate mint move name narrow need negotiate normalize note notify number observe offer open order overlap own pack pad page park parse pass patch pause pay perform permit persist pick place plan poll pop post prefer prepare present preview price print probe process project propose prove provide prune publish pull purge push put query queue quote raise rank reach reactivate read rebuild receive recompute reconcile reconnect record recount recover redact redeem redirect reduce refer refresh refund refuse register reject relate release reload remember remind remove rename render renew reopen repair repeat replace replay reply report request require reschedule reserve reset resize resolve respond restore restrict resume retain retire retry return reverse revise revive revoke rewrite roll rotate round route run sanitize save say scan schedule scope seal search see seed select send separate serialize serve set settle share shift shorten show sign simulate skip slice sort spell split spread stamp start state step stop store stream strip submit subscribe substitute subtract suggest sum supersede suppress suspend sweep switch sync take tell terminate test throttle throw tick toggle total track transact transfer transform translate traverse trim try turn typeset unblock uncompress undo unlink unlock unpack unregister unseal unsubscribe unwrap update upload upsert use validate verify visit void wait walk warm warn watch withdraw wrap write yield'.split(
    ' ',
  )
const VERB = new Set([
  ...VERBS,
  'are',
  'can',
  'does',
  'may',
  'must',
  'should',
  'was',
  'were',
  'will',
  'would',
  'to',
  'with',
])
const IRREGULAR_PARTICIPLES = new Set(
  'became begun bound bought brought built chosen come cut done drawn found given gone got had heard held kept known laid left lost made meant met paid put read run said seen sent set shown shut sold split spent stood taken taught told thought understood unset won written'.split(
    ' ',
  ),
)

const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const quantile = (sorted: readonly number[], q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? 0

const firstWord = (name: string) => (/^[a-z]+/.exec(name)?.[0] ?? '').toLowerCase()
const isParticiple = (name: string) =>
  /^[a-z]+$/.test(name) && !VERB.has(name) && (/ed$/.test(name) || IRREGULAR_PARTICIPLES.has(name))

const functionNames = (file: SourceFile): string[] => {
  const names: string[] = []
  const visit = (node: Node): void => {
    if (isFunctionDeclaration(node) && node.name) names.push(node.name.text)
    if (isMethodDeclaration(node) && isIdentifier(node.name)) names.push(node.name.text)
    if (isVariableDeclaration(node) && isIdentifier(node.name)) {
      const { initializer } = node
      if (initializer && (isArrowFunction(initializer) || isFunctionExpression(initializer))) names.push(node.name.text)
    }
    node.forEachChild((child) => void visit(child))
  }
  visit(file)
  return names
}

const countCasts = (file: SourceFile): number => {
  let casts = 0
  const visit = (node: Node): void => {
    if (isAsExpression(node) && node.type.getText(file) !== 'const') casts++
    node.forEachChild((child) => void visit(child))
  }
  visit(file)
  return casts
}

const RIDDLE = /(?:\/\*\*?|\/\/)\s*(What|Where|How|Whether|Of|As|Who|When|That|Those|So)\b/g

/** Finds groups of files that import one another at run time, lazy imports excluded. */
const importCircles = (files: readonly { path: string; text: string }[]): string[][] => {
  const known = new Set(files.map(({ path }) => path))
  const targets = new Map(
    files.map(({ path, text }) => {
      const specifiers = [
        ...text.matchAll(/(?:^|\n)(?:import|export)(?! type\b)[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from '(\.[^']+)'/g),
      ]
      const paths = specifiers.map(([, name = '']) => relative('.', resolve(dirname(path), name)))
      return [path, paths.filter((each) => known.has(each))] as const
    }),
  )
  const indexes = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const connect = (path: string): number => {
    const index = indexes.size
    indexes.set(path, index)
    let low = index
    stack.push(path)
    for (const target of targets.get(path) ?? []) {
      if (!indexes.has(target)) low = Math.min(low, connect(target))
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) ?? low)
    }
    lows.set(path, low)
    if (low === index) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const { path } of files) if (!indexes.has(path)) connect(path)
  return circles
}

/** Finds names that two files of one module export. */
const namesExportedTwice = (files: readonly { path: string; text: string }[]): string[] => {
  const places = new Map<string, string[]>()
  for (const { path, text } of files) {
    const module = path.split('/').slice(0, 2).join('/')
    for (const [, name] of text.matchAll(/(?:^|\n)export (?:const|function|async function|class) (\w+)/g)) {
      const key = `${module} ${name}`
      places.set(key, [...(places.get(key) ?? []), path])
    }
  }
  return [...places].filter(([, paths]) => paths.length > 1).map(([key]) => key)
}

const product = sources(...PRODUCT)
const library = product.filter(({ path }) => path.startsWith('lib/'))

const api = new API()
const [project] = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects()
const parsed = (path: string) => {
  const file = project?.program.getSourceFile(resolve(path))
  if (!file) throw new Error(`${path} is not part of the project.`)
  return file
}

const names = product.flatMap(({ path }) => functionNames(parsed(path)))
const casts = library.reduce((sum, { path }) => sum + countCasts(parsed(path)), 0)
api.close()

const lines = (text: string) => text.split('\n').length - 1
const sizes = product.map(({ text }) => lines(text)).sort((a, b) => a - b)
const folders = new Map<string, number>()
for (const { path } of library) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
const [largest, files] = [...folders].sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
const riddles = product.reduce((sum, { text }) => sum + [...text.matchAll(RIDDLE)].length, 0)
const circles = importCircles(product)
const twice = namesExportedTwice(library)

const rows: [string, string | number][] = [
  ['named functions', names.length],
  ['begin with a verb', share(names.filter((name) => VERB.has(firstWord(name))).length, names.length)],
  ['end in Of, In or At', share(names.filter((name) => /[a-z](Of|In|At)$/.test(name)).length, names.length)],
  ['are a bare participle', share(names.filter(isParticiple).length, names.length)],
  [
    'constants named MOST_ or LONGEST_',
    product.reduce((sum, { text }) => sum + [...text.matchAll(/const (MOST|LONGEST)_/g)].length, 0),
  ],
  ['comments that open with What, Where, How, Whether, Of, …', riddles],
  [
    'casts for each 1,000 lines of lib',
    (casts / (library.reduce((sum, { text }) => sum + lines(text), 0) / 1000)).toFixed(1),
  ],
  ['import cycles at run time', `${circles.length}${circles.map((circle) => `\n  ${circle.join(' ')}`).join('')}`],
  ['largest folder of lib', `${largest} (${files} files)`],
  ['names exported twice in a module of lib', twice.length],
  ['lines of a file, median and p90', `${quantile(sizes, 0.5)} and ${quantile(sizes, 0.9)}`],
]
for (const [what, figure] of rows) console.log(`${what}: ${figure}`)
if (process.argv.includes('--names'))
  for (const name of [...new Set(names)].filter((each) => !VERB.has(firstWord(each))).sort()) console.log(name)

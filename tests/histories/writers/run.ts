import { chooseFaults, isUnknown, openWorld, type Reply, type World, type Wrap } from '../world.ts'
import { VALUES, type Wanted } from './values.ts'

const askAll = async (world: World, wanted: Wanted, caller: Parameters<World['ask']>[0], writers: number) => {
  const replies: { writer: number; reply: Reply }[] = []
  for (let writer = 0; writer < writers; writer++)
    world.begin('writer', async () => {
      replies.push({ writer, reply: await world.ask(caller, wanted.claim(writer)) })
    })
  await world.run()
  return replies
}

type Replies = Awaited<ReturnType<typeof askAll>>

const findFaults = (wanted: Wanted, replies: Replies): string[] => {
  const found: string[] = []
  const told = replies.flatMap(({ writer, reply }) =>
    reply !== 'crash' && reply.status < 300 ? (wanted.readOwner(reply, writer) ?? []) : [],
  )
  const owners = wanted.listOwners()
  if (told.length > 1) found.push(`${told.length} writers were told that they have it`)
  if (owners.length > 1) found.push(`${owners.length} resources have it`)
  if (told.length > owners.length) found.push('a writer was told so and does not have it')
  if (owners.length > told.length && !replies.some(({ reply }) => isUnknown(reply)))
    found.push('somebody has it and was not told so')
  for (const { writer, reply } of replies) {
    if (reply === 'crash' || reply.status === 503 || wanted.isTaken(reply)) continue
    if (reply.status < 300 && wanted.readOwner(reply, writer)) continue
    found.push(`a writer was answered ${reply.status} ${reply.text}`)
    break
  }
  return found.map((fault) => `${wanted.name}: ${fault}`)
}

/** Lets writers want the same value at once, gives it back and lets one have it again; returns what is wrong. */
export const wantBySeed = async (seed: number, writers: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const caller = await world.addCaller()
    const want = VALUES[Math.floor(seed / writers) % VALUES.length] as (typeof VALUES)[number]
    const wanted = await want({ world, caller, writers })
    chooseFaults(world)
    const wrong = findFaults(wanted, await askAll(world, wanted, caller, writers))
    world.faults.isOn = false
    const isFree = !wanted.listOwners().length
    const [again] = await askAll(world, wanted, caller, 1)
    if (again && again.reply !== 'crash' && !isFree && !wanted.isTaken(again.reply))
      wrong.push(`${wanted.name}: could be had twice, ${again.reply.text}`)
    const [owner] = wanted.listOwners()
    if (!owner) wrong.push(`${wanted.name}: nobody has it`)
    else if (wanted.free) {
      const freed = await world.ask(caller, wanted.free(owner))
      if (freed === 'crash' || freed.status >= 300) wrong.push(`${wanted.name}: could not be given back`)
      const [next] = await askAll(world, wanted, caller, 1)
      if (!next || next.reply === 'crash' || !wanted.readOwner(next.reply, 0))
        wrong.push(`${wanted.name}: could not be had again, ${JSON.stringify(next?.reply)}`)
      if (wanted.listOwners().length !== 1) wrong.push(`${wanted.name}: has ${wanted.listOwners().length} owners`)
    }
    return { wrong, tally: { ...world.tally, values: 1, writers } }
  } finally {
    world.close()
  }
}

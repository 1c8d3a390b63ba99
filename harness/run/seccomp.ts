import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoize } from '../base/collections.ts'
import { temporaryFolder, writingTemporary } from '../base/files.ts'

/**
 * What no namespace contains, and no entry needs, by the numbers of the system calls: the kernel's keyrings (add_key, request_key,
 * keyctl), memory that belongs to no process and so is counted for none (shmget, msgget, memfd_create, memfd_secret, mount,
 * fsopen), and doors into the kernel (io_uring_setup, userfaultfd, perf_event_open, bpf).
 */
const machines: Partial<Record<NodeJS.Architecture, { id: number; socket: number; refused: readonly number[] }>> = {
  x64: {
    id: 0xc000003e,
    socket: 41,
    refused: [248, 249, 250, 29, 68, 319, 447, 165, 430, 425, 323, 298, 321],
  },
  arm64: {
    id: 0xc00000b7,
    socket: 198,
    refused: [217, 218, 219, 194, 186, 279, 447, 40, 430, 425, 282, 241, 280],
  },
}

/** Netlink. The families above it are hardware and virtual machines, whose host has sockets, too: no namespace contains those. */
const lastFamily = 16

/** Calls from here on belong to another interface of the same machine. */
const firstForeign = 0x40000000

const [load, ifEqual, ifAtLeast, end] = [0x20, 0x15, 0x35, 0x06]
const allowed = 0x7fff0000
/** As a kernel that does not know the call (ENOSYS): programs then do without. */
const unknown = 0x00050000 + 38

/** The filter for the kernel, of 8 bytes an instruction. */
function filterOf({ id, socket, refused }: { id: number; socket: number; refused: readonly number[] }): Buffer {
  const last = refused.length + 8
  // A jump counts the instructions that it leaves out. The last one but one allows the call, the last one does not.
  const code = [
    [load, 0, 0, 4],
    [ifEqual, 0, last - 2, id],
    [load, 0, 0, 0],
    [ifAtLeast, last - 4, 0, firstForeign],
    ...refused.map((call, index) => [ifEqual, last - 5 - index, 0, call] as const),
    [ifEqual, 0, 2, socket],
    [load, 0, 0, 16],
    [ifAtLeast, 1, 0, lastFamily + 1],
    [end, 0, 0, allowed],
    [end, 0, 0, unknown],
  ] as const
  const bytes = Buffer.alloc(8 * code.length)
  for (const [index, [operation, then, otherwise, value]] of code.entries()) {
    bytes.writeUInt16LE(operation, 8 * index)
    bytes.set([then, otherwise], 8 * index + 2)
    bytes.writeUInt32LE(value, 8 * index + 4)
  }
  return bytes
}

/** The file with the filter for all sandboxes on this kind of machine; undefined if its calls are not listed. */
export const filterFile = memoize((arch: NodeJS.Architecture): string | undefined => {
  const machine = machines[arch]
  if (machine === undefined) return undefined
  const path = join(temporaryFolder('seccomp').path, 'filter')
  writingTemporary(() => writeFileSync(path, filterOf(machine)))
  return path
})

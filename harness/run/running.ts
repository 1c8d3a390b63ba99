import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processes whose environment or command line is meant.
 * @param isMeant is given it as it stands in /proc, a byte a character, its parts each with `\0` behind
 * @returns their numbers; none where there is no /proc to look in
 */
export function running(where: 'environ' | 'cmdline', isMeant: (text: string) => boolean): number[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name) && isMeant(read(`/proc/${name}/${where}`)))
    .map(Number)
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

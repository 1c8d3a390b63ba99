import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { execa } from 'execa'

/** The versions of a file, the oldest first. */
export interface History {
  readonly history: readonly { readonly date: string; readonly bytes: number }[]
}

/** How long git may take, in milliseconds: the history of a repository can be long. */
const patience = 5000

/**
 * Finds the sizes that files have had in the history of their git repository, with three processes. A file that was renamed begins anew.
 * @returns the histories by path; those that are not in the repository of the first are absent, as all are
 *   where there is no git or it takes too long
 */
export async function historiesOf(paths: readonly string[]): Promise<Map<string, History>> {
  const [first] = paths
  if (first === undefined) return new Map()
  const git = execa({ cwd: dirname(first), reject: false, stderr: 'ignore', timeout: patience })
  const { stdout: top = '' } = await git('git', ['rev-parse', '--show-toplevel'])
  if (top === '') return new Map()
  // Git knows a file by its real path, and fails for files elsewhere.
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path))
  const inside = paths.map(real).filter((path) => path.startsWith(`${top}${sep}`))
  const log = '--literal-pathspecs log --raw --no-abbrev --no-renames --reverse -z --format=%cI --'.split(' ')
  const { stdout = '' } = inside.length === 0 ? {} : await git('git', [...log, ...inside])
  // A date; then, for each file, ':mode mode blob blob status' and its path; all end with NUL.
  const changes: { path: string; blob: string; date: string }[] = []
  let date = ''
  let blob = ''
  for (const word of stdout.split('\0').map((word) => word.trim())) {
    if (word.startsWith(':')) blob = word.split(' ')[3] ?? ''
    else if (blob !== '') {
      changes.push({ path: resolve(top, word), blob, date })
      blob = ''
    } else if (word !== '') date = word
  }
  const blobs = [...new Set(changes.map(({ blob }) => blob))].join('\n')
  const check = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)']
  const { stdout: listed = '' } = blobs === '' ? {} : await git('git', check, { input: blobs })
  const sizes = new Map(
    listed.split('\n').flatMap((line) => {
      const [name = '', type, size] = line.split(' ')
      return type === 'blob' ? [[name, Number(size)] as const] : []
    }),
  )
  return new Map(
    paths.flatMap((path) => {
      const history = changes
        .filter((change) => change.path === real(path))
        .flatMap(({ blob, date }) => (sizes.has(blob) ? [{ date, bytes: sizes.get(blob) ?? 0 }] : []))
      return history.length === 0 ? [] : [[path, { history }] as const]
    }),
  )
}

import { expect, test } from 'vitest'
import { UsageError } from '../base/usage-error.ts'
import { ownFolderIn, whatVaries } from './replay.ts'
import { parseTranscript, type Transcript } from './transcript.ts'
import { reportOfError } from './verify.ts'

test('a session shows the present time if it was that up to a minute ago, outside its varying places', async () => {
  const shown = parseTranscript('x.transcript', '# unprompted:\n$ x\nsaved at 14:05\n')
  const varying = parseTranscript('x.transcript', '# unprompted:\n# varies: time\n$ x\nsaved at 14:05\n')
  const found = async (transcript: Transcript, time: string) => {
    const report = { ...reportOfError('x', new UsageError('x', 'y')), ok: true }
    const replayed = { transcript, report }
    return [...(await whatVaries(replayed, async () => replayed, new Date(`2026-11-28T${time}Z`)))]
  }
  for (const time of ['14:05:59', '14:06:59']) expect(await found(shown, time)).toEqual([['time', '14:05']])
  for (const time of ['14:04:59', '14:07:00']) expect(await found(shown, time)).toEqual([])
  expect(await found(varying, '14:05:59')).toEqual([])
})

test('a session shows a folder of this machine, but not where that is the root, which any address has', () => {
  const shown = parseTranscript('x.transcript', '# unprompted:\n$ x\nhttp://a.org/home/ann/x\n')
  const atHome = (HOME: string) => ownFolderIn(shown, { cwd: '/none', env: { HOME } })
  expect(['/home/ann', '/home/a', '/'].map(atHome)).toEqual(['/home/ann', undefined, undefined])
})

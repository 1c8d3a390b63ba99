import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execa, execaSync } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../games/package-root.ts'

const bin = mkdtempSync(join(tmpdir(), 'ninehole-bin-'))
afterAll(() => rmSync(bin, { recursive: true }))
symlinkSync(join(packageRoot, 'dist/ninehole.js'), join(bin, 'ninehole'))
const env = { PATH: `${bin}${delimiter}${process.env.PATH}` }

/** What a shell offers when the tab key is pressed behind these words. Bash splits them as it does when a person types. */
const script = `
eval "$(ninehole completion bash)"
COMP_LINE=$0 COMP_POINT=\${#0} COMP_WORDS=($0) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_ninehole_completion
printf '%s\\n' "\${COMPREPLY[@]}"`

const hasBash = !execaSync('bash', ['-c', ':'], { reject: false }).failed

test.skipIf(!hasBash).each([
  ['a verb', 'ninehole ju', ['judge']],
  ['an option', 'ninehole judge --su', ['--suite']],
  ['the value of an option', 'ninehole judge --suite tr', ['transitions']],
  ['a reporter', 'ninehole verify fixtures --reporter h', ['html']],
  ['a game', 'ninehole play or', ['ortho', 'ordo', 'ordo-x']],
  ['a shell', 'ninehole completion z', ['zsh']],
  ['a file, which bash completes by itself', 'ninehole judge solu', ['']],
  ['a file for an option', 'ninehole golf x --output sm', ['']],
  ['a command behind --', 'ninehole verify -- ju', ['']],
  ['nothing that is hidden', 'ninehole completion-', ['']],
])('bash completes %s', async (_, line, expected) => {
  const { stdout, stderr } = await execa('bash', ['-c', script, line], { env })
  expect({ offered: stdout.split('\n').sort(), stderr }).toEqual({ offered: [...expected].sort(), stderr: '' })
})

test.each(['zsh', 'fish'])('%s: verbs are described, and the shell completes files', async (SHELL) => {
  const complete = (COMP_LINE: string) =>
    execa('ninehole', ['completion-server'], {
      env: { ...env, SHELL, COMP_LINE, COMP_POINT: `${COMP_LINE.length}`, COMP_CWORD: '1' },
    })
  expect((await complete('ninehole ')).stdout).toMatch(/^judge[:\t]judge entries/)
  expect((await complete('ninehole judge ')).stdout).toBe('__tabtab_complete_files__')
  expect((await execa('ninehole', ['completion', SHELL], { env })).stdout).toContain('ninehole completion-server')
})

test('an unknown shell is a usage error', async () => {
  const { exitCode, stderr } = await execa('ninehole', ['completion', 'csh'], { env, reject: false })
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("'csh'") })
})

test('without a shell that asks, the server is a usage error', async () => {
  const { exitCode, stderr } = await execa('ninehole', ['completion-server'], {
    env: { ...env, SHELL: '' },
    reject: false,
  })
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^ninehole: [^\n]*$/) })
})

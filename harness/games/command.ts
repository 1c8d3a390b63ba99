#!/usr/bin/env node
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from '../../reference/games.ts'
import { watchOutput } from './output.ts'
import { runCommand } from './play.ts'

/** A game as a command of its own. The name of the bundle, `dist/ortho.js`, says which. */
const name = basename(fileURLToPath(import.meta.url), '.js')
const command = commands.find((command) => command.name === name)
if (command === undefined) throw new Error(`no game is called ${name}`)

watchOutput(name)
runCommand(command, process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${name}: ${error.message}\n`)
  process.exitCode = 2
})

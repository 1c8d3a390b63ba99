#!/usr/bin/env node
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from '../../reference/games.ts'
import { runCommand, watchOutput } from './play.ts'

/** A game as a command of its own. The name of the bundle, such as `dist/ortho.js`, is the name of the game. */
const name = basename(fileURLToPath(import.meta.url), '.js')
const command = commands.find((command) => command.name === name)
if (command === undefined) throw new Error(`no game is named ${name}`)

watchOutput(name)
runCommand(command, process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${name}: ${error.message}\n`)
  process.exitCode = 2
})

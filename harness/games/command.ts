#!/usr/bin/env node
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from '../../reference/games.ts'
import { run } from './run.ts'

/** A game as a command of its own; which one, says the name that this file was bundled under. */
const name = basename(fileURLToPath(import.meta.url), '.js')
const command = commands.find((command) => command.name === name)
if (command === undefined) throw new Error(`no game is called ${name}`)
run(command, process.argv.slice(2))

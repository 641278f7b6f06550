#!/usr/bin/env node
// A bot of 40 lines in JavaScript, without any library: it reads lines of JSON and writes lines of JSON.
//
//     freightyard ladder freight-train --bots "exec:node examples/own_bot.mjs,random" --games 20
import { createInterface } from 'node:readline'

const tables = new Map() // a program plays at several tables at once: what it knows of each

// What to do first, for each game: the first of these words that a legal move begins with.
const LIKES = {
  'freight-train': ['call', 'load', 'put', 'take', 'fill'],
  'freight-cars': ['ship', 'load', 'claim', 'draw'],
  freight: ['deliver', 'load', 'go', 'build'],
}

function choose(game, legal) {
  for (const word of LIKES[game] ?? []) {
    const move = legal.find((each) => each.split(' ')[0] === word)
    if (move) return move
  }
  return legal[Math.floor(legal.length / 2)]
}

function turn(message) {
  const { game, legal } = message.view
  const known = tables.get(message.table)
  known.turns += 1
  const answer = { type: 'moves', table: message.table, ply: message.ply, moves: [choose(game, legal)] }
  process.stdout.write(JSON.stringify(answer) + '\n')
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.type === 'start') tables.set(message.table, { turns: 0 }) // may come twice
  if (message.type === 'turn') turn(message)
  if (message.type === 'end') tables.delete(message.table)
  if (message.type === 'refused') console.error(message.why) // standard error is yours: print what you like
})
